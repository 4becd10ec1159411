// The page: a program and what came of it, and runs of an agent.

import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { Limits } from "./limits.js";
import { fromFragment, toFragment } from "./link.js";
import { Result } from "./result.js";
import { Refusal, execute, info, setToken } from "./server.js";
import { Trace } from "./trace.js";
import { time } from "./units.js";

const MAX_HISTORY = 50;
const at = (id) => document.getElementById(id);
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const editor = new Editor(at("code"), at("paint"), at("gutter"), at("editor"));
const limits = new Limits(at("limits"), (count) => {
  at("limits-sum").textContent = count === 0 ? "the server's own" : count === 1 ? "1 set" : `${count} set`;
});
const result = new Result(at, (line) => editor.goTo(line));
const history = [];
/** Gives up the run that is under way. */
let stop = null;
let shown = null;

// Tabs.
const tabs = ["program", "agent"];
function openTab(name, focus = false) {
  for (const each of tabs) {
    const tab = at(`tab-${each}`);
    tab.setAttribute("aria-selected", each === name);
    tab.tabIndex = each === name ? 0 : -1;
    at(each).hidden = each !== name;
  }
  if (focus) at(`tab-${name}`).focus();
}
for (const name of tabs) {
  at(`tab-${name}`).addEventListener("click", () => openTab(name));
  at(`tab-${name}`).addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") openTab(tabs[1 - tabs.indexOf(name)], true);
  });
}

// Colours.
const themes = { "": ["◐", "as the system has them"], light: ["○", "light"], dark: ["●", "dark"] };
function showTheme() {
  const [sign, words] = themes[document.documentElement.dataset.theme ?? ""];
  at("theme").textContent = sign;
  at("theme").setAttribute("aria-label", `Colours: ${words}`);
  at("theme").title = `Colours: ${words}`;
}
at("theme").addEventListener("click", () => {
  const names = Object.keys(themes);
  const name = names[(names.indexOf(document.documentElement.dataset.theme ?? "") + 1) % names.length];
  if (name) { document.documentElement.dataset.theme = name; localStorage.setItem("jupan.theme", name); }
  else { delete document.documentElement.dataset.theme; localStorage.removeItem("jupan.theme"); }
  showTheme();
});
showTheme();

// The server, and the token it may ask for.
async function meet() {
  try {
    const server = await info();
    limits.show(server.limits);
    const [image] = server.images;
    at("about").textContent = `Python ${image.python_version} in a sandbox · ${server.version}`;
    at("token-form").hidden = true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) askForToken(error);
    else result.refuse(error.message || "the server cannot be reached");
  }
}
let hasTried = false;
function askForToken(error) {
  at("token-form").hidden = false;
  if (hasTried) at("token-note").textContent = error.message;
  at("token").focus();
}
at("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  setToken(at("token").value.trim());
  hasTried = true;
  at("token").value = "";
  meet();
});

// What is to be run.
function wanted() {
  return { code: editor.text, inputs: at("inputs").value.trim(), limits: limits.chosen, seed: at("seed").value.trim() };
}
function put(run) {
  editor.text = run.code;
  at("inputs").value = run.inputs;
  at("inputs-card").open ||= run.inputs !== "";
  at("seed").value = run.seed;
  limits.set(run.limits);
  checkInputs();
}
function checkInputs() {
  const text = at("inputs").value.trim();
  let problem = "", names = [];
  if (text) {
    try {
      const value = JSON.parse(text);
      if (value === null || typeof value !== "object" || Array.isArray(value)) problem = "It must be an object, such as {\"n\": 1}.";
      else names = Object.keys(value);
    } catch (error) {
      problem = `Not valid JSON: ${error.message}`;
    }
  }
  at("inputs-error").textContent = problem;
  at("inputs").setAttribute("aria-invalid", problem !== "");
  at("inputs-sum").textContent = problem ? "not valid" : names.join(", ") || "none";
  return problem === "";
}
at("inputs").addEventListener("input", checkInputs);
at("limits-reset").addEventListener("click", () => { limits.set({}); at("seed").value = ""; });

/** The body of the request. Inputs stay the text they are, so that no large number is rounded. */
function body(run) {
  const members = [`"code":${JSON.stringify(run.code)}`];
  if (run.inputs) members.push(`"inputs":${run.inputs}`);
  if (Object.keys(run.limits).length) members.push(`"limits":${JSON.stringify(run.limits)}`);
  members.push(`"seed":${run.seed}`);
  return `{${members.join(",")}}`;
}

async function start() {
  if (stop) { stop.abort(); return; }
  if (!checkInputs()) { at("inputs-card").open = true; at("inputs").focus(); return; }
  if (!/^\d*$/.test(at("seed").value.trim())) { at("limits-card").open = true; at("seed").focus(); return; }
  const run = wanted();
  // Every run has a seed, so that it can be repeated.
  if (!run.seed) run.seed = `${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  stop = new AbortController();
  at("run-label").textContent = "Stop";
  at("result").setAttribute("aria-busy", "true");
  editor.mark(null);
  result.begin();
  // On a phone the result stands below all of the rest.
  if (matchMedia("(max-width: 860px)").matches) at("result").scrollIntoView({ block: "nearest" });
  at("link").hidden = true;
  const entry = { run };
  try {
    const answer = await execute(body(run), (stream, text) => result.write(stream, text), stop.signal);
    entry.answer = answer;
    finish(entry);
  } catch (error) {
    if (error.name === "AbortError") result.stopped();
    else {
      if (error instanceof Refusal && error.status === 401) askForToken(error);
      entry.refusal = error instanceof Refusal ? error.message : "the server cannot be reached";
      result.refuse(entry.refusal);
    }
  }
  stop = null;
  at("run-label").textContent = "Run";
  at("result").setAttribute("aria-busy", "false");
  if (entry.answer || entry.refusal) remember(entry);
}
function finish(entry) {
  shown = entry;
  result.show(entry.answer, limits, entry.run);
  editor.mark(entry.answer.error?.line ?? null);
  at("link").hidden = false;
}
at("run").addEventListener("click", start);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !at("program").hidden) {
    event.preventDefault();
    start();
  }
});
if (isMac) at("run-keys").textContent = "⌘ ⏎";

// A link to what is shown.
at("link").addEventListener("click", async () => {
  const url = new URL(location.href);
  url.hash = await toFragment(shown.run);
  window.history.replaceState(null, "", url);
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(url.href);
  } catch {
    // Without leave to copy, the address bar has it.
    said = "In the address bar";
  }
  at("link").textContent = said;
  setTimeout(() => { at("link").textContent = "Copy link"; }, 2000);
});
async function openLink() {
  try {
    const run = await fromFragment(location.hash);
    if (!run) return false;
    openTab("program");
    put(run);
    return true;
  } catch (error) {
    result.refuse(`The link is damaged: ${error.message}`);
    return false;
  }
}
addEventListener("hashchange", openLink);

// This visit.
function remember(entry) {
  history.unshift(entry);
  history.length = Math.min(history.length, MAX_HISTORY);
  listHistory();
}
function listHistory() {
  at("history-empty").hidden = history.length > 0;
  at("history-clear").hidden = history.length === 0;
  at("history").replaceChildren(...history.map((entry) => {
    const [item, button, dot, code, note] = ["li", "button", "span", "code", "span"].map((name) => document.createElement(name));
    const status = entry.answer?.status ?? "refused";
    dot.className = `dot ${status}`;
    code.textContent = entry.run.code.split("\n").find((line) => line.trim() && !line.startsWith("#")) ?? "(empty)";
    note.className = "note";
    note.textContent = entry.answer ? `${status} · ${time(entry.answer.usage.wall_ms)}` : status;
    button.type = "button";
    button.append(dot, code, note);
    button.addEventListener("click", () => {
      put(entry.run);
      if (entry.answer) { result.begin(); finish(entry); } else result.refuse(entry.refusal);
      at("code").focus();
    });
    item.append(button);
    return item;
  }));
}
at("history-clear").addEventListener("click", () => { history.length = 0; listHistory(); at("code").focus(); });

// Examples.
EXAMPLES.forEach(([name], index) => at("examples").add(new Option(name, index)));
at("examples").addEventListener("change", () => {
  const [, code, inputs] = EXAMPLES[at("examples").value] ?? [];
  at("examples").value = "";
  if (code === undefined) return;
  put({ code, inputs, limits: limits.chosen, seed: at("seed").value });
  at("code").focus();
});

new Trace(at, (code) => {
  openTab("program", true);
  put({ code, inputs: "", limits: {}, seed: "" });
});

put({ code: EXAMPLES[0][1], inputs: "", limits: {}, seed: "" });
await meet();
await openLink();
document.documentElement.dataset.ready = "true";
