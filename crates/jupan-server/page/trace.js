// A run of an agent, step by step, from the lines that `jupan agent --trace` writes.

import { paint } from "./highlight.js";
import { time } from "./units.js";

const MAX_BYTES = 32 << 20;
const MAX_EVENTS = 20_000;
/** A pause between two events is never shorter or longer, in milliseconds at normal speed. */
const PAUSE = [350, 2500];
const KNOWN = ["run_started", "step_started", "retry", "thought", "normalised", "call", "approval", "observation", "waiting", "run_ended"];

/** The events in `text`, one JSON object a line. */
export function parse(text) {
  const events = [];
  text.split("\n").forEach((line, index) => {
    if (!line.trim()) return;
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      // The answer and messages may stand in the same file; what looks like an event must be one.
      if (!line.trim().startsWith("{")) return;
      throw new Error(`line ${index + 1} is not whole; is the file cut off?`);
    }
    if (event?.ending && event.transcript) {
      throw new Error("this is the outcome that --json prints; a trace is what --trace writes to stderr: 2> trace.jsonl");
    }
    if (!KNOWN.includes(event?.event)) return;
    if (events.length === MAX_EVENTS) throw new Error(`there are more than ${MAX_EVENTS} events`);
    events.push(event);
  });
  if (events.length === 0) throw new Error("there is no event of an agent run in it");
  return events;
}

const make = (tag, kind, text) => {
  const node = document.createElement(tag);
  if (kind) node.className = kind;
  if (text !== undefined) node.textContent = text;
  return node;
};

export class Trace {
  #at; #openProgram; #events = []; #position = 0; #timer = null;

  constructor(at, openProgram) {
    [this.#at, this.#openProgram] = [at, openProgram];
    at("file").addEventListener("change", () => this.#read(at("file").files[0]));
    at("sample").addEventListener("click", async () => this.#load(await (await fetch("/page/example.jsonl")).text()));
    at("paste-use").addEventListener("click", () => this.#load(at("paste").value));
    const drop = at("agent");
    drop.addEventListener("dragover", (event) => { event.preventDefault(); at("drop").classList.add("over"); });
    drop.addEventListener("dragleave", () => at("drop").classList.remove("over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      at("drop").classList.remove("over");
      this.#read(event.dataTransfer.files[0]);
    });
    at("other").addEventListener("click", () => this.#close());
    at("first").addEventListener("click", () => this.#go(1));
    at("back").addEventListener("click", () => this.#go(this.#position - 1));
    at("next").addEventListener("click", () => this.#go(this.#position + 1));
    at("last").addEventListener("click", () => this.#go(this.#events.length));
    at("scrub").addEventListener("input", () => this.#go(Number(at("scrub").value)));
    at("play").addEventListener("click", () => (this.#timer ? this.#pause() : this.#play()));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("paste", (event) => {
      if (at("agent").hidden || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
      this.#load(event.clipboardData.getData("text"));
    });
  }

  async #read(file) {
    this.#at("file").value = "";
    if (!file) return;
    if (file.size > MAX_BYTES) { this.#problem("the file is larger than 32 MiB"); return; }
    this.#load(await file.text());
  }

  #problem(message) {
    this.#at("trace-error").textContent = message ? `No trace: ${message}.` : "";
  }

  #load(text) {
    try {
      this.#events = parse(text);
    } catch (error) {
      this.#problem(error.message);
      return;
    }
    this.#problem("");
    const started = this.#events.find(({ event }) => event === "run_started");
    this.#at("trace-question").textContent = started?.question ?? "A run that was under way";
    this.#at("trace-about").textContent = started ? `Model ${started.model} · tools ${started.tools.join(", ")}` : "";
    this.#at("load-card").hidden = true;
    this.#at("player").hidden = false;
    this.#at("events").replaceChildren();
    this.#at("scrub").max = this.#events.length;
    this.#position = 0;
    this.#go(1);
    this.#at("play").focus();
  }

  #close() {
    this.#pause();
    this.#at("player").hidden = true;
    this.#at("load-card").hidden = false;
    this.#at("sample").focus();
  }

  #play() {
    if (this.#position >= this.#events.length) this.#go(1);
    this.#at("play").textContent = "❚❚";
    this.#at("play").setAttribute("aria-label", "Pause");
    const tick = () => {
      if (this.#position >= this.#events.length) { this.#pause(); return; }
      this.#show(this.#position + 1);
      this.#timer = setTimeout(tick, this.#wait());
    };
    this.#timer = setTimeout(tick, this.#wait());
  }

  /** How long to wait for the next event: as long as the run did, within reason. */
  #wait() {
    const [now, next] = [this.#events[this.#position - 1], this.#events[this.#position]];
    const took = (next?.at_ms ?? 0) - (now?.at_ms ?? 0);
    return Math.min(PAUSE[1], Math.max(PAUSE[0], took)) / Number(this.#at("speed").value);
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#at("play").textContent = "▶";
    this.#at("play").setAttribute("aria-label", "Play");
  }

  #go(position) {
    this.#pause();
    this.#show(Math.min(this.#events.length, Math.max(1, position)));
  }

  #show(position) {
    const list = this.#at("events");
    while (list.children.length > position) list.lastChild.remove();
    while (list.children.length < position) list.append(this.#item(this.#events[list.children.length]));
    for (const item of list.children) item.classList.remove("now", "fresh");
    const last = list.lastChild;
    last.classList.add("now");
    if (position === this.#position + 1) last.classList.add("fresh");
    this.#position = position;
    this.#at("scrub").value = position;
    this.#at("where").textContent = `${position} of ${this.#events.length}`;
    this.#at("back").disabled = this.#at("first").disabled = position === 1;
    this.#at("next").disabled = this.#at("last").disabled = position === this.#events.length;
    this.#at("now").textContent = last.textContent.slice(0, 300);
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    last.scrollIntoView({ block: "nearest", behavior: quiet ? "auto" : "smooth" });
  }

  #item(event) {
    const item = make("li", "event");
    const say = (kind, name, detail, more) => {
      item.classList.add(kind);
      const what = make("div", "what");
      what.append(make("b", "", name), make("span", "", detail ?? ""), make("span", "", more ?? time(event.at_ms ?? 0)));
      item.append(what);
    };
    const text = (value) => item.append(make("p", "text", value));
    switch (event.event) {
      case "run_started": say("started", "Question", event.model); text(event.question); break;
      case "step_started": item.classList.add("step"); item.append(`Step ${event.step}`); break;
      case "retry": say("failed", "Tried again", `in ${time(event.delay_ms)}`); text(event.reason); break;
      case "thought": say("thought", "Thought"); text(event.text); break;
      case "normalised": say("thought", "Put right"); text(event.note); break;
      case "call": say("call", "Call", event.tool); this.#arguments(item, event.arguments); break;
      case "approval": {
        const { decision } = event;
        const word = typeof decision === "string" ? decision : decision?.kind ?? decision?.decision ?? Object.keys(decision ?? {})[0];
        say(/den/i.test(word) ? "failed" : "approved", "Decision", `${event.tool}: ${word}`);
        if (decision?.reason) text(decision.reason);
        break;
      }
      case "observation":
        say(event.ok ? "observation" : "failed", event.ok ? "Observation" : "Failed", event.tool,
          event.took_ms === null || event.took_ms === undefined ? undefined : `took ${time(event.took_ms)}`);
        item.append(make("pre", "", event.text));
        break;
      case "waiting": say("stopped", "Waits for a decision", event.tool); break;
      case "run_ended": {
        const { usage } = event;
        const tokens = `${usage.estimated ? "about " : ""}${(usage.input_tokens + usage.output_tokens).toLocaleString("en")} tokens`;
        say(event.ending === "completed" ? "done" : "stopped", event.ending === "completed" ? "Answer" : `Ended: ${event.ending}`,
          `${event.steps} steps, ${usage.tool_calls} calls, ${tokens}`);
        text(event.text);
        break;
      }
    }
    return item;
  }

  #arguments(item, given) {
    if (typeof given?.code !== "string") {
      item.append(make("pre", "", typeof given === "string" ? given : JSON.stringify(given, null, 1).replace(/\n\s*/g, " ")));
      return;
    }
    const program = make("pre", "program");
    paint(program, given.code);
    const open = make("button", "", "Open as a program");
    open.type = "button";
    open.addEventListener("click", () => this.#openProgram(given.code));
    item.append(program, open);
  }

  #key(event) {
    if (this.#at("agent").hidden || this.#at("player").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.getAttribute("role") === "tab") return;
    const moves = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1 };
    if (event.key in moves) this.#go(this.#position + moves[event.key]);
    else if (event.key === "Home") this.#go(1);
    else if (event.key === "End") this.#go(this.#events.length);
    else return;
    event.preventDefault();
  }
}
