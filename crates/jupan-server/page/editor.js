// A text field with colours behind it. The field is a plain one, so that keyboards, screen readers
// and undo work as everywhere.

import { paintedLines } from "./highlight.js";

/** From here on a text is shown without colours, so that typing stays quick. */
const MAX_PAINTED = 60_000;
const INDENT = "    ";

export class Editor {
  #field; #paint; #gutter; #box; #badLine = null; #mayLeave = false;

  constructor(field, paint, gutter, box) {
    [this.#field, this.#paint, this.#gutter, this.#box] = [field, paint, gutter, box];
    field.addEventListener("input", () => { this.#badLine = null; this.#draw(); });
    field.addEventListener("keydown", (event) => this.#key(event));
    field.addEventListener("blur", () => { this.#mayLeave = false; });
    this.#draw();
  }

  get text() { return this.#field.value; }

  set text(text) {
    this.#field.value = text;
    this.#badLine = null;
    this.#draw();
    this.#box.scrollTo(0, 0);
  }

  /** Marks a line, counted from 1; `null` marks none. */
  mark(line) {
    this.#badLine = line;
    this.#draw();
  }

  /** Puts the cursor to the start of a line and shows it. */
  goTo(line) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.#field.focus();
    this.#field.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    const height = this.#paint.scrollHeight / Math.max(1, lines.length);
    this.#box.scrollTo({ top: Math.max(0, (line - 4) * height) });
  }

  #draw() {
    const text = this.text;
    const count = text.split("\n").length;
    const numbers = [];
    for (let line = 1; line <= count; line += 1) {
      if (line === this.#badLine) {
        const here = document.createElement("span");
        here.className = "here";
        here.textContent = `${line}`;
        numbers.push(here);
      } else {
        numbers.push(`${line}\n`);
      }
    }
    this.#gutter.replaceChildren(...numbers);
    const lines = text.length > MAX_PAINTED ? text.split("\n").map((line) => [line]) : paintedLines(text);
    const nodes = [];
    lines.forEach((line, at) => {
      if (at > 0) nodes.push("\n");
      if (at + 1 !== this.#badLine) return nodes.push(...line);
      const bad = document.createElement("span");
      bad.className = "bad-line";
      // A line without anything has no height.
      bad.append(...(line.length ? line : ["\u200b"]));
      nodes.push(bad);
    });
    // The last line end counts only if something follows it.
    this.#paint.replaceChildren(...nodes, "\n");
  }

  #key(event) {
    if (event.key === "Escape") { this.#mayLeave = true; return; }
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart: start, selectionEnd: end, value } = this.#field;
    if (event.key === "Tab" && !this.#mayLeave) {
      event.preventDefault();
      const from = value.lastIndexOf("\n", start - 1) + 1;
      if (event.shiftKey || value.slice(start, end).includes("\n")) {
        const block = value.slice(from, end);
        const moved = event.shiftKey ? block.replace(/^ {1,4}/gm, "") : block.replace(/^(?=[^\n])/gm, INDENT);
        if (moved !== block) this.#replace(from, end, moved, [from, from + moved.length]);
      } else {
        this.#replace(start, end, INDENT.slice((start - from) % INDENT.length));
      }
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
      const deeper = /:\s*(#.*)?$/.test(line) ? INDENT : "";
      this.#replace(start, end, `\n${/^\s*/.exec(line)[0]}${deeper}`);
    }
    if (event.key !== "Shift") this.#mayLeave = false;
  }

  /** Replaces a part as typing would, so that it can be undone. */
  #replace(start, end, text, select = null) {
    this.#field.setSelectionRange(start, end);
    const isDone = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!isDone) {
      this.#field.setRangeText(text, start, end, "end");
      this.#field.dispatchEvent(new Event("input"));
    }
    if (select) this.#field.setSelectionRange(...select);
  }
}
