// Python, in colours: from text to tokens, and from tokens to nodes. Nothing is ever parsed as HTML.

const KEYWORDS = new Set(("False None True and as assert async await break case class continue def del elif else except "
  + "finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield").split(" "));
const BUILTINS = new Set(("abs all any bin bool bytearray bytes callable chr complex dict dir divmod enumerate filter float "
  + "format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len list locals map max min "
  + "next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum "
  + "super tuple type vars zip").split(" "));
const SOFT = new Set(["match", "case"]);
const PATTERN = new RegExp([
  /(?<com>#[^\n]*)/,
  /(?<str>\b(?:[rbfut]|[rR][bBfFtT]|[bBfFtT][rR]|[RBFUT])?(?:"""(?:\\[^]|[^\\])*?(?:"""|$)|'''(?:\\[^]|[^\\])*?(?:'''|$)))/,
  /(?<one>\b(?:[rbfut]|[rR][bBfFtT]|[bBfFtT][rR]|[RBFUT])?(?:"(?:\\[^]|[^\\\n"])*"?|'(?:\\[^]|[^\\\n'])*'?))/,
  /(?<num>\b(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d[\d_]*)?[jJ]?)|\.\d[\d_]*(?:[eE][+-]?\d[\d_]*)?)/,
  /(?<dec>@[\p{L}_][\p{L}\p{N}_.]*)/,
  /(?<word>[\p{L}_][\p{L}\p{N}_]*)/,
].map((part) => part.source).join("|").replaceAll("\\b(?:[rbfut]", "(?:[rbfut]"), "gu");

/** The tokens of `text`: pairs of class and text, that together are the whole text. */
export function tokens(text) {
  const found = [];
  let end = 0, before = "";
  const add = (kind, piece) => { if (piece) found.push([kind, piece]); };
  for (const match of text.matchAll(PATTERN)) {
    add("", text.slice(end, match.index));
    const { com, str, one, num, dec, word } = match.groups;
    let kind = "";
    if (com) kind = "com";
    else if (str || one) kind = "str";
    else if (num) kind = "num";
    else if (dec) kind = /(^|\n)[ \t]*$/.test(text.slice(Math.max(0, match.index - 200), match.index)) ? "dec" : "";
    else if (before === "def" || before === "class") kind = "fun";
    else if (text[match.index - 1] === ".") kind = "";
    else if (SOFT.has(word)) kind = isSoftKeyword(text, match.index, word) ? "kw" : "";
    else if (KEYWORDS.has(word)) kind = "kw";
    else if (BUILTINS.has(word)) kind = "fun";
    add(kind, match[0]);
    before = word ?? "";
    end = match.index + match[0].length;
  }
  add("", text.slice(end));
  return found;
}

/** `match` and `case` are names unless they begin a line that has a colon. */
function isSoftKeyword(text, at, word) {
  const from = text.lastIndexOf("\n", at) + 1;
  const to = text.indexOf("\n", at);
  const line = text.slice(from, to < 0 ? text.length : to);
  return new RegExp(`^\\s*${word}\\b(?!\\s*[=.,):]).*:`, "u").test(line);
}

/** `text` as lines of nodes. */
export function paintedLines(text) {
  const lines = [[]];
  for (const [kind, piece] of tokens(text)) {
    piece.split("\n").forEach((part, at) => {
      if (at > 0) lines.push([]);
      if (!part) return;
      const node = document.createElement("span");
      if (kind) node.className = kind;
      node.textContent = part;
      lines.at(-1).push(node);
    });
  }
  return lines;
}

/** Fills `place` with `text` in colours. */
export function paint(place, text) {
  const nodes = [];
  paintedLines(text).forEach((line, at) => {
    if (at > 0) nodes.push("\n");
    nodes.push(...line);
  });
  place.replaceChildren(...nodes);
}
