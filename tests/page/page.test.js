// The page in a browser, with the real server. `cargo xtask page` runs this.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

const { JUPAN, CHROMIUM, MODULES, SHOTS } = process.env;
const require = createRequire(`${MODULES}/`);
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const TOKEN = "correct-horse-battery";

let browser, open, guarded;

/** A server on a free port. */
function serve(environment = {}) {
  const child = spawn(JUPAN, ["serve", "--listen", "127.0.0.1:0", "--workers", "2"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, JUPAN_LOG: "warn", ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.once("data", (line) => resolve({ url: /http:\S+/.exec(line)[0], child }));
  });
}

before(async () => {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  [browser, open, guarded] = await Promise.all([
    chromium.launch({ executablePath: CHROMIUM, args }),
    serve(),
    serve({ JUPAN_BEARER_TOKEN: TOKEN }),
  ]);
});
after(async () => {
  await browser?.close();
  for (const server of [open, guarded]) server?.child.kill();
});

/** Waits until the element `id` has words: what is read from a file comes a moment later. */
const filled = (page, id) => page.locator(`#${id}:not(:empty)`).waitFor({ state: "attached" });

/** Opens the page, runs `steps` on it, and checks that nothing went wrong meanwhile. */
async function visit(steps, { server = open, hash = "", allowed = [], ...options } = {}) {
  const context = await browser.newContext(options);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`${error}`));
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) wrong.push(message.text()); });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== server.url) wrong.push(`a request to ${request.url()}`);
    if (request.url().includes("#run")) wrong.push("a fragment was sent");
  });
  await page.goto(`${server.url}/${hash}`);
  await page.locator("html[data-ready]").waitFor();
  await steps(page, context);
  await context.close();
  assert.deepEqual(wrong.filter((each) => !allowed.some((words) => each.includes(words))), []);
}

const text = (page, id) => page.locator(`#${id}`).textContent();
const status = (page, words) => page.locator("#status", { hasText: words }).waitFor();
async function run(page, code, words) {
  await page.locator("#code").fill(code);
  await page.locator("#code").press("Control+Enter");
  await status(page, words);
}

test("a program is written and run by keyboard alone", () => visit(async (page) => {
  await page.locator("#code").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("for n in range(3):\nprint(n)\n\nn + 40");
  // The line after a colon was indented by itself, and those after it as well.
  assert.equal(await page.locator("#code").inputValue(), "for n in range(3):\n    print(n)\n    \n    n + 40");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Control+Enter");
  await status(page, "Done");
  assert.equal(await text(page, "output"), "0\n1\n2\n");
  assert.equal(await text(page, "value"), "42");
  assert.equal(await page.locator("#usage dt").allTextContents().then((names) => names.join()), "Time,Instructions,Memory,Output");
  assert.match(await page.locator("#usage dd").first().textContent(), /^[\d.]+ ms of 5 s$/);
  // Out of the editor with Esc and Tab.
  await page.locator("#code").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "code");
}));

test("an error has its line marked, and leads there", () => visit(async (page) => {
  await run(page, "x = 1\nprint('before')\nx / 0\n", "Failed");
  assert.equal(await text(page, "error-type"), "ZeroDivisionError");
  assert.equal(await page.locator("#paint .bad-line").textContent(), "x / 0");
  assert.equal(await page.locator("#gutter .here").textContent(), "3");
  assert.equal(await text(page, "output"), "before\n");
  await page.locator("#error-line").click();
  assert.equal(await page.evaluate(() => { const f = document.getElementById("code"); return f.value.slice(f.selectionStart, f.selectionEnd); }), "x / 0");
  await page.keyboard.type("x");
  assert.equal(await page.locator(".bad-line").count(), 0);
}));

test("colours and field lie on each other to the pixel", () => visit(async (page) => {
  await page.locator("#code").fill(`${"x = 'é' # 日本\n".repeat(60)}${"y".repeat(300)}`);
  const sizes = await page.evaluate(() => {
    const [paint, field, gutter] = ["paint", "code", "gutter"].map((id) => document.getElementById(id));
    return [paint.scrollWidth - field.scrollWidth, paint.scrollHeight - field.scrollHeight, field.scrollTop, gutter.scrollHeight - paint.scrollHeight];
  });
  for (const difference of sizes) assert.ok(Math.abs(difference) <= 24, `${sizes}`);
}));

test("what a program prints is text, whatever it looks like", () => visit(async (page) => {
  const evil = "<img src=x onerror='window.hit=1'><script>window.hit=1</script>";
  await run(page, `print(${JSON.stringify(evil)})\nraise ValueError(${JSON.stringify(evil)})`, "Failed");
  assert.equal(await text(page, "output"), `${evil}\n`);
  assert.equal(await text(page, "error-message"), evil);
  assert.equal(await page.evaluate(() => window.hit), undefined);
}));

test("the policy stops a script that gets in all the same", () => visit(async (page) => {
  await page.evaluate(() => {
    const script = document.createElement("script");
    try { script.textContent = "window.hit = 1"; } catch { return; }
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.hit), undefined);
}, { allowed: ["Content Security Policy", "TrustedScript"] }));

test("limits lie within the server's bounds and hold", () => visit(async (page) => {
  await page.locator("#limits-card summary").click();
  const slider = page.locator("#limit-wall_ms");
  await slider.focus();
  await page.keyboard.press("End");
  assert.equal(await slider.getAttribute("aria-valuetext"), "1 min");
  await page.keyboard.press("Home");
  assert.equal(await slider.getAttribute("aria-valuetext"), "1 ms");
  const asked = page.waitForRequest("**/v1/execute");
  await run(page, "while True: pass", "Limit reached");
  assert.deepEqual(JSON.parse((await asked).postData()).limits, { wall_ms: 1 });
  assert.equal(await text(page, "error-type"), "TimeLimitExceeded");
  await page.locator("#limits-reset").click();
  assert.equal(await text(page, "limits-sum"), "the server's own");
}));

test("inputs are sent as they are written, or not at all", () => visit(async (page) => {
  await page.locator("#inputs-card summary").click();
  await page.locator("#inputs").fill("[1]");
  assert.equal(await text(page, "inputs-error"), 'It must be an object, such as {"n": 1}.');
  await page.locator("#run").click();
  assert.equal(await text(page, "status"), "");
  await page.locator("#inputs").fill('{"n": 12345678901234567890}');
  await run(page, "n + 1", "Done");
  assert.equal(await text(page, "value"), "12345678901234567891");
}));

test("what the server refuses is told in its words", () => visit(async (page) => {
  await page.locator("#inputs-card summary").click();
  await page.locator("#inputs").fill('{"1x": 1}');
  await run(page, "1", "Not run");
  assert.match(await text(page, "refusal"), /`inputs\.1x`/);
}, { allowed: ["status of 422"] }));

test("a link holds a run that comes out the same", () => visit(async (page, context) => {
  await page.locator("#inputs-card summary").click();
  await page.locator("#inputs").fill('{"n": 6}');
  await run(page, "[random.randrange(10**6) for _ in range(n)]", "Done");
  const value = await text(page, "value");
  await page.locator("#link").click();
  await page.locator("#link", { hasText: "Copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#run=[\w-]{40,}$/);
  const other = await context.newPage();
  await other.goto(link);
  await other.locator("html[data-ready]").waitFor();
  // Nothing is run before the reader says so.
  assert.equal(await text(other, "status"), "");
  await other.locator("#run").click();
  await status(other, "Done");
  assert.equal(await text(other, "value"), value);
}));

test("a damaged link is told", () => visit(async (page) => {
  assert.match(await text(page, "refusal"), /^The link is damaged/);
}, { hash: "#run=AAAA" }));

test("this visit's runs can be taken up again", () => visit(async (page) => {
  await run(page, "print('first')", "Done");
  await run(page, "1 / 0", "Failed");
  assert.deepEqual(await page.locator("#history code").allTextContents(), ["1 / 0", "print('first')"]);
  await page.locator("#history button").last().click();
  assert.equal(await page.locator("#code").inputValue(), "print('first')");
  assert.equal(await text(page, "output"), "first\n");
  await page.locator("#history-clear").click();
  assert.equal(await page.locator("#history button").count(), 0);
}));

test("a run can be stopped, and the next one is run", () => visit(async (page) => {
  await run(page, "import time\ntime.sleep(60)", "Running");
  await page.locator("#run", { hasText: "Stop" }).click();
  await status(page, "Stopped");
  await run(page, "6 * 7", "Done");
  assert.equal(await text(page, "value"), "42");
}));

test("an answer that comes as events is shown as one that comes whole", () => visit(async (page) => {
  const answer = {
    status: "error", text: "", stdout: "a\nb\n", stderr: "warning\n", result: null,
    error: { kind: "exception", type: "ValueError", message: "no", line: 1, traceback: null, hint: null },
    truncated: { stdout_bytes: 0, stderr_bytes: 0 }, usage: { wall_ms: 1, fuel: 2, memory_peak_bytes: 3 },
    image: { name: "python", version: "1" },
  };
  const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const pieces = event("stdout", { text: "a\n" }) + event("stderr", { text: "warning\n" }) + ": running\n\n" + event("stdout", { text: "b\n" });
  let accepted, ending = event("outcome", answer);
  await page.route("**/v1/execute", (route) => {
    accepted = route.request().headers().accept;
    return route.fulfill({ contentType: "text/event-stream", body: pieces + ending });
  });
  await run(page, "x", "Failed");
  assert.match(accepted, /^text\/event-stream/);
  // In the order it was written, which the whole answer does not tell.
  assert.equal(await text(page, "output"), "a\nwarning\nb\n");
  assert.equal(await text(page, "error-type"), "ValueError");
  ending = event("error", { error: { code: "internal", message: "the server failed", field: null, request_id: "1" } });
  await run(page, "x", "Not run");
  assert.equal(await text(page, "refusal"), "the server failed");
  ending = "";
  await page.locator("#run").click();
  await page.locator("#refusal", { hasText: "broke off" }).waitFor();
}));

test("pictures are shown with their words", () => visit(async (page) => {
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const answer = {
    status: "ok", text: "", stdout: "", stderr: "", result: null, error: null,
    truncated: { stdout_bytes: 0, stderr_bytes: 0 }, usage: { wall_ms: 1, fuel: 2, memory_peak_bytes: 3 },
    image: { name: "science", version: "1" },
    images: [{ mime: "image/png", base64: dot, width: 1, height: 1, alt: "<b>growth" }],
  };
  await page.route("**/v1/execute", (route) => route.fulfill({ json: answer }));
  await run(page, "x", "Done");
  const picture = page.locator("#pictures img");
  assert.equal(await picture.getAttribute("alt"), "<b>growth");
  // The policy of the page lets it through.
  await page.waitForFunction(() => document.querySelector("#pictures img").naturalWidth === 1);
  assert.equal(await page.locator("#empty").isHidden(), true);
  answer.images = [];
  await run(page, "x", "Done");
  assert.equal(await picture.count(), 0);
}));

test("every example does what its name says", () => visit(async (page) => {
  const names = (await page.locator("#examples option").allTextContents()).slice(1);
  for (const name of names.filter((each) => each !== "sympy")) {
    await page.locator("#examples").selectOption({ label: name });
    await page.locator("#run").click();
    await status(page, { "An error": "Failed", "A limit": "Limit reached" }[name] ?? "Done");
  }
}));

test("a token is asked for, kept for the tab alone, and used", () => visit(async (page, context) => {
  await page.locator("#token").fill("wrong-token-here");
  await page.keyboard.press("Enter");
  await page.locator("#token-note", { hasText: "not the one" }).waitFor();
  await page.locator("#token").fill(TOKEN);
  await page.keyboard.press("Enter");
  await page.locator("#token-form").waitFor({ state: "hidden" });
  await run(page, "6 * 7", "Done");
  assert.equal(await page.evaluate((token) => JSON.stringify(localStorage).includes(token) || document.cookie.includes(token), TOKEN), false);
  assert.equal(await page.locator("#token").inputValue(), "");
  await page.reload();
  await page.locator("html[data-ready]").waitFor();
  assert.equal(await page.locator("#token-form").isHidden(), true);
  // Another tab has to be told again.
  const other = await context.newPage();
  await other.goto(guarded.url);
  await other.locator("#token-form").waitFor();
}, { server: guarded, allowed: ["status of 401"] }));

test("an agent's run is watched step by step", () => visit(async (page) => {
  await page.locator("#tab-program").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#sample").click();
  await filled(page, "trace-question");
  assert.match(await text(page, "trace-question"), /Seoul and Jeju/);
  assert.equal(await page.locator(".event").count(), 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".event.now").textContent().then((words) => words.startsWith("Thought")), true);
  await page.keyboard.press("End");
  assert.match(await page.locator(".event.done").textContent(), /17\.0 °C on average/);
  await page.keyboard.press("Home");
  await page.locator("#speed").selectOption("10");
  await page.locator("#play").click();
  await page.locator(".event.done.now").waitFor();
  // A program of the agent's can be tried.
  await page.locator(".event button", { hasText: "Open as a program" }).click();
  await page.locator("#run").click();
  await status(page, "Done");
  assert.equal(await text(page, "output"), "17.0\n");
}));

test("a trace comes from a file, and a damaged one is told", () => visit(async (page) => {
  await page.locator("#tab-agent").click();
  const file = (name, content) => page.locator("#file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await file("a.jsonl", '{"at_ms":0,"event":"step_started","step":1}\n{"at_ms":');
  await filled(page, "trace-error");
  assert.equal(await text(page, "trace-error"), "No trace: line 2 is not whole; is the file cut off?.");
  await file("b.jsonl", '{"at_ms":0,"event":"run_started","model":"m","tools":["t"],"question":"<b>why</b>"}\n{"at_ms":9,"event":"approval","call_id":"1","tool":"t","decision":{"decision":"deny","reason":"no"}}\n');
  await filled(page, "trace-question");
  await page.locator("#last").click();
  assert.equal(await text(page, "trace-question"), "<b>why</b>");
  assert.match(await page.locator(".event.failed").textContent(), /t: deny.*no/);
}));

/** Faults that axe finds in what is shown. */
async function faults(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(" ")}`);
}

const WIDTHS = { wide: { width: 1280, height: 860 }, phone: { width: 360, height: 740 } };
const PROGRAM = 'def mean(xs):\n    """The middle."""\n    return sum(xs) / len(xs)\n\n\nprint(f"{mean([3, 1, 2]):.2f}")  # two digits\nmean([])\n';

for (const colorScheme of ["light", "dark"]) {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    test(`all of it can be read and reached, ${colorScheme}, ${width}`, () => visit(async (page) => {
      const look = async (name) => {
        assert.deepEqual(await faults(page), [], name);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${name} is too wide`);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${width}.png` });
      };
      await look("start");
      await run(page, "print('warm')", "Done");
      for (const card of ["inputs-card", "limits-card"]) await page.locator(`#${card} summary`).click();
      await page.locator("#inputs").fill('{"xs": [3, 1, 2]}');
      await run(page, PROGRAM, "Failed");
      await page.locator("#error-more summary").click();
      await look("error");
      for (const card of ["inputs-card", "limits-card"]) await page.locator(`#${card} summary`).click();
      await page.locator("#examples").selectOption({ label: "Statistics" });
      await page.locator("#run").click();
      await status(page, "Done");
      await page.locator("#run").focus();
      await page.evaluate(() => scrollTo(0, 0));
      await look("result");
      await page.locator("#tab-agent").click();
      await look("agent");
      await page.locator("#sample").click();
      await page.locator("#last").click();
      await look("trace");
    }, { viewport, colorScheme, bypassCSP: true, reducedMotion: "reduce", hasTouch: width === "phone" }));
  }
}
