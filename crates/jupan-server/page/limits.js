// Limits of a run as sliders between the least and the most that the server lets a request ask for.

import * as units from "./units.js";

const LIMITS = [
  ["wall_ms", "Time", units.time, 1],
  ["fuel", "Instructions", units.count, 1],
  ["memory_bytes", "Memory", units.bytes, 2 ** 20],
  ["output_bytes", "Output kept", units.bytes, 2 ** 10],
];
const STEPS = 240;

export class Limits {
  #place; #bounds = {}; #set = {}; #changed;

  constructor(place, changed) {
    this.#place = place;
    this.#changed = changed;
  }

  /** Makes the sliders; what was set before is kept as far as it lies within the bounds. */
  show(bounds) {
    this.#bounds = bounds;
    this.set(this.#set);
  }

  /** What the request has to say: only limits that were set. */
  get chosen() { return { ...this.#set }; }

  /** What holds for a run that has `chosen`. */
  inForce(chosen, name) { return chosen[name] ?? this.#bounds[name]?.default; }

  get format() { return Object.fromEntries(LIMITS.map(([name, , format]) => [name, format])); }

  /** Sets some limits and unsets the others; a number out of bounds is left for the server to refuse. */
  set(chosen) {
    this.#set = {};
    for (const [name] of LIMITS) {
      if (Number.isSafeInteger(chosen?.[name]) && chosen[name] > 0) this.#set[name] = chosen[name];
    }
    this.#place.replaceChildren(...LIMITS.filter(([name]) => this.#bounds[name]).map((limit) => this.#slider(limit)));
    this.#changed(Object.keys(this.#set).length);
  }

  #slider([name, title, format, grain]) {
    const { min, max, default: usual } = this.#bounds[name];
    const box = document.createElement("div");
    const label = document.createElement("label");
    const input = document.createElement("input");
    const output = document.createElement("output");
    input.id = `limit-${name}`;
    Object.assign(label, { htmlFor: input.id, textContent: title });
    Object.assign(input, { type: "range", min: 0, max: STEPS, step: 1 });
    input.value = STEPS * Math.log((this.#set[name] ?? usual) / min) / Math.log(max / min);
    const show = () => {
      const value = this.#set[name];
      box.className = value === undefined ? "limit" : "limit set";
      output.textContent = format(value ?? usual);
      input.setAttribute("aria-valuetext", output.textContent);
    };
    input.addEventListener("input", () => {
      const exact = min * (max / min) ** (input.value / STEPS);
      // Two digits are as exact as a slider can be; whole units where there are so many.
      const round = Number(exact.toPrecision(2));
      const whole = exact >= 10 * grain ? Math.round(exact / grain) * grain : Math.round(round);
      this.#set[name] = Math.min(max, Math.max(min, grain === 1 ? Math.round(round) : whole));
      show();
      this.#changed(Object.keys(this.#set).length);
    });
    show();
    box.append(label, output, input);
    return box;
  }
}
