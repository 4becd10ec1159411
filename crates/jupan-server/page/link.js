// A run in the fragment of an address, which no browser sends anywhere.

const MARK = "#run=";
/** A link from a stranger may unpack to more than it looks. */
const MAX_BYTES = 2 << 20;

async function through(bytes, transform, max) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > max) throw new Error("the link holds more than a run can have");
    parts.push(value);
  }
}

/** The fragment for a run. */
export async function toFragment(run) {
  const packed = await through(new TextEncoder().encode(JSON.stringify(run)), new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return MARK + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The run in a fragment, or null if it has none. */
export async function fromFragment(fragment) {
  if (!fragment.startsWith(MARK)) return null;
  const text = fragment.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/");
  const packed = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const run = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), MAX_BYTES)));
  if (typeof run?.code !== "string") throw new Error("the link holds no program");
  return {
    code: run.code,
    inputs: typeof run.inputs === "string" ? run.inputs : "",
    limits: typeof run.limits === "object" && run.limits ? run.limits : {},
    seed: /^\d{1,20}$/.test(run.seed) ? run.seed : "",
  };
}
