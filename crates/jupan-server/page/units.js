// Numbers as people read them.

const short = (number) => Number(number.toPrecision(3)).toLocaleString("en");

export function time(ms) {
  if (ms >= 60_000) return `${short(ms / 60_000)} min`;
  return ms >= 1000 ? `${short(ms / 1000)} s` : `${short(ms)} ms`;
}

export function bytes(count) {
  for (const [size, unit] of [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]) {
    if (count >= size) return `${short(count / size)} ${unit}`;
  }
  return count === 1 ? "1 byte" : `${count} bytes`;
}

export function count(number) {
  for (const [size, unit] of [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"], [1e3, "thousand"]]) {
    if (number >= size) return `${short(number / size)} ${unit}`;
  }
  return `${number}`;
}
