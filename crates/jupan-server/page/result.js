// What came of a run.

const WORDS = { ok: "Done", error: "Failed", limit: "Limit reached" };
/** What is shown while a program runs; the answer has the rest. */
const MAX_SHOWN = 1 << 20;

export class Result {
  #at; #line = null; #shown = 0;

  constructor(at, goTo) {
    this.#at = at;
    at("error-line").addEventListener("click", () => { if (this.#line) goTo(this.#line); });
  }

  #hideAll() {
    for (const id of ["refusal", "empty", "output-box", "value-box", "pictures", "error-box", "usage", "model", "ran"]) this.#at(id).hidden = true;
    this.#shown = 0;
  }

  #status(kind, words) {
    this.#at("status").className = `status ${kind}`;
    this.#at("status").textContent = words;
  }

  begin() {
    this.#hideAll();
    this.#at("output").replaceChildren();
    this.#status("running", "Running");
  }

  /** A piece of output as it comes. */
  write(stream, text) {
    this.#shown += text.length;
    if (!text || this.#shown > MAX_SHOWN) return;
    const output = this.#at("output");
    const isAtEnd = output.scrollHeight - output.scrollTop - output.clientHeight < 8;
    this.#append(stream, text);
    this.#at("output-box").hidden = false;
    if (isAtEnd) output.scrollTop = output.scrollHeight;
  }

  #append(stream, text) {
    const piece = document.createElement("span");
    if (stream === "stderr") piece.className = "err";
    piece.textContent = text;
    this.#at("output").append(piece);
  }

  stopped() {
    this.#status("refused", "Stopped");
  }

  refuse(message) {
    this.#hideAll();
    this.#status("refused", "Not run");
    this.#at("refusal").textContent = message;
    this.#at("refusal").hidden = false;
  }

  /** The whole answer. Output that came in pieces is kept in their order if nothing of it is missing. */
  show(answer, limits, run) {
    const { status, stdout, stderr, result, error, usage, image, text, truncated } = answer;
    this.#status(status, WORDS[status] ?? status);
    const isWhole = this.#shown === stdout.length + stderr.length && !truncated.stdout_bytes && !truncated.stderr_bytes;
    if (!isWhole) {
      this.#at("output").replaceChildren();
      if (stdout) this.#append("stdout", stdout);
      if (stderr) this.#append("stderr", stderr);
    }
    this.#at("output-box").hidden = !stdout && !stderr;
    this.#at("value-box").hidden = result === null;
    this.#at("value").textContent = result ?? "";
    this.#pictures(answer.images ?? []);
    this.#at("empty").hidden = Boolean(stdout || stderr || result !== null || error || answer.images?.length);
    this.#at("empty").textContent = "The program printed nothing.";
    this.#error(error, status);
    this.#usage(answer, limits, run);
    this.#at("model").hidden = false;
    this.#at("model-text").textContent = text;
    this.#at("ran").textContent = `Image ${image.name} ${image.version}, seed ${run.seed}`;
    this.#at("ran").hidden = false;
  }

  /** What the program has drawn; its words are all that is said of them. */
  #pictures(images) {
    this.#at("pictures").replaceChildren(...images.map(({ mime, base64, width, height, alt }) => {
      const picture = new Image(width, height);
      picture.src = `data:${mime};base64,${base64}`;
      picture.alt = alt || "A picture without a title";
      return picture;
    }));
    this.#at("pictures").hidden = images.length === 0;
  }

  #error(error, status) {
    this.#at("error-box").hidden = !error;
    if (!error) return;
    this.#line = error.line;
    this.#at("error-box").className = `fault ${status}`;
    this.#at("error-type").textContent = error.type;
    this.#at("error-message").textContent = error.message;
    this.#at("error-line").textContent = error.line ? `line ${error.line}` : "";
    this.#at("error-hint").textContent = error.hint ?? "";
    this.#at("error-more").hidden = !error.traceback;
    this.#at("error-more").open = false;
    this.#at("error-trace").textContent = error.traceback ?? "";
  }

  #usage({ usage, stdout, stderr, truncated }, limits, run) {
    const written = Math.max(
      new Blob([stdout]).size + truncated.stdout_bytes,
      new Blob([stderr]).size + truncated.stderr_bytes,
    );
    const rows = [
      ["Time", usage.wall_ms, "wall_ms"],
      ["Instructions", usage.fuel, "fuel"],
      ["Memory", usage.memory_peak_bytes, "memory_bytes"],
      ["Output", written, "output_bytes"],
    ];
    this.#at("usage").replaceChildren(...rows.map(([name, used, limit]) => {
      const most = limits.inForce(run.limits, limit);
      const share = most ? Math.min(1, used / most) : 0;
      const [box, dt, dd, bar, fill] = ["div", "dt", "dd", "dd", "i"].map((tag) => document.createElement(tag));
      dt.textContent = name;
      dd.textContent = most ? `${limits.format[limit](used)} of ${limits.format[limit](most)}` : limits.format[limit](used);
      bar.className = `bar${share >= 0.99 ? " full" : share >= 0.7 ? " much" : ""}`;
      bar.setAttribute("aria-hidden", "true");
      fill.style.width = `${100 * share}%`;
      bar.append(fill);
      box.append(dt, dd, bar);
      return box;
    }));
    this.#at("usage").hidden = false;
  }
}

