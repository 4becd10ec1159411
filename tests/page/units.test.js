// What of the page needs no browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tokens } from "../../crates/jupan-server/page/highlight.js";
import { fromFragment, toFragment } from "../../crates/jupan-server/page/link.js";
import { events } from "../../crates/jupan-server/page/server.js";
import { parse } from "../../crates/jupan-server/page/trace.js";
import { bytes, count, time } from "../../crates/jupan-server/page/units.js";

const kinds = (text) => tokens(text).filter(([kind]) => kind);

test("Python is told apart into words, texts, numbers and comments", () => {
  assert.deepEqual(kinds("@cache\ndef f(x): # a 'note'\n    return None if x == 'it\\'s' else 0x1F + 1.5e-3j"), [
    ["dec", "@cache"], ["kw", "def"], ["fun", "f"], ["com", "# a 'note'"], ["kw", "return"], ["kw", "None"],
    ["kw", "if"], ["str", "'it\\'s'"], ["kw", "else"], ["num", "0x1F"], ["num", "1.5e-3j"],
  ]);
  assert.deepEqual(kinds('rb"\\d" + f\'\'\'a\n"b"\'\'\' + """open'), [
    ["str", 'rb"\\d"'], ["str", "f'''a\n\"b\"'''"], ["str", '"""open'],
  ]);
  assert.deepEqual(kinds("x.print(print)\nmatch = 1\nmatch x:\n    case 2: pass\na @ b1"), [
    ["fun", "print"], ["num", "1"], ["kw", "match"], ["kw", "case"], ["num", "2"], ["kw", "pass"],
  ]);
});

test("no text is lost, whatever it is", () => {
  for (const text of ["", "'", '"""', "é = '日本'\n\t#", "\\\n'a\nb'", "0x", "@", "f'{x!r:>{w}}'", "'''".repeat(7)]) {
    assert.equal(tokens(text).map(([, piece]) => piece).join(""), text);
  }
  const long = "x = 'a\\'b' + \"\"\"c\n\"\"\" # d\n".repeat(2000);
  assert.equal(tokens(long).map(([, piece]) => piece).join(""), long);
});

test("a link holds the whole run", async () => {
  const run = { code: "print('é 日')\n", inputs: '{"n": 12345678901234567890}', limits: { wall_ms: 200 }, seed: "7" };
  const fragment = await toFragment(run);
  assert.match(fragment, /^#run=[\w-]+$/);
  assert.deepEqual(await fromFragment(fragment), run);
  assert.equal(await fromFragment("#else"), null);
});

test("a damaged link, or one that unpacks without end, is an error", async () => {
  await assert.rejects(fromFragment("#run=????"));
  await assert.rejects(fromFragment("#run=AAAA"));
  await assert.rejects(fromFragment(await toFragment({ code: 1 })), /no program/);
  await assert.rejects(fromFragment(await toFragment({ code: "x".repeat(3 << 20) })), /more than a run can have/);
});

test("events come whole, however the stream is cut", async () => {
  const text = ': alive\n\nevent: stdout\ndata: "a\\n"\n\nevent:result\r\ndata: {"status":\r\ndata: "ok"}\r\n\r\ndata: lost';
  for (const size of [1, 2, 7, 1000]) {
    const encoded = new TextEncoder().encode(text);
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < encoded.length; at += size) controller.enqueue(encoded.slice(at, at + size));
        controller.close();
      },
    });
    const found = [];
    for await (const event of events(stream)) found.push(event);
    assert.deepEqual(found, [{ event: "stdout", data: '"a\\n"' }, { event: "result", data: '{"status":\n"ok"}' }], `${size}`);
  }
});

test("a trace is its events, and what is none says so", () => {
  const line = (event) => JSON.stringify(event);
  const step = { at_ms: 1, event: "step_started", step: 1 };
  assert.deepEqual(parse(`jupan: a message\n\n${line(step)}\n${line({ event: "of tomorrow" })}\nthe answer`), [step]);
  assert.throws(() => parse("the answer"), /no event/);
  assert.throws(() => parse(`${line(step)}\n{"at_ms": 2, "ev`), /line 2 is not whole/);
  assert.throws(() => parse(line({ ending: {}, transcript: [] })), /--trace/);
});

test("numbers are short", () => {
  assert.deepEqual([0.25, 4.154, 999.6, 5000, 60_000].map(time), ["0.25 ms", "4.15 ms", "1,000 ms", "5 s", "1 min"]);
  assert.deepEqual([1, 512, 65_536, 268_435_456, 2 ** 30].map(bytes), ["1 byte", "512 bytes", "64 KiB", "256 MiB", "1 GiB"]);
  assert.deepEqual([12, 568_723, 6e10, 1e12].map(count), ["12", "569 thousand", "60 billion", "1 trillion"]);
});
