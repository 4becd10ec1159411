// The server that this page came from, and no other.

const TOKEN = "jupan.token";

/** A request that the server did not carry out. */
export class Refusal extends Error {
  constructor(status, detail) {
    super(detail.message);
    this.status = status;
    this.field = detail.field ?? null;
  }
}

export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

function headers(more = {}) {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { ...more, authorization: `Bearer ${token}` } : more;
}

async function refusal(response) {
  let detail = { message: `the server answered with the status ${response.status}` };
  try {
    detail = (await response.json()).error ?? detail;
  } catch {
    // What is no JSON is not from the server itself; the status is all there is to say.
  }
  return new Refusal(response.status, detail);
}

/** Limits, images and version of the server. */
export async function info() {
  const response = await fetch("/v1/info", { headers: headers(), cache: "no-store" });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/**
 * Runs a program. `onOutput(stream, text)` gets what it writes as it is written, if the server
 * sends that; the answer that is returned has all of it in any case.
 */
export async function execute(request, onOutput, signal) {
  const response = await fetch("/v1/execute", {
    method: "POST",
    headers: headers({ "content-type": "application/json", accept: "text/event-stream, application/json;q=0.9" }),
    body: request,
    signal,
  });
  if (!response.ok) throw await refusal(response);
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) return response.json();
  for await (const { event, data } of events(response.body)) {
    const value = JSON.parse(data);
    if (event === "stdout" || event === "stderr") onOutput(event, typeof value === "string" ? value : value.text);
    else if (value.error?.code) throw new Refusal(500, value.error);
    else if (typeof value.status === "string") return value;
  }
  throw new Refusal(502, { message: "the answer broke off; the server's log may say why" });
}

/** The events of a stream, each with its name and its data. */
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", event = "message", data = [];
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    let end;
    while ((end = /\r\n|\n|\r(?!$)/.exec(rest))) {
      const line = rest.slice(0, end.index);
      rest = rest.slice(end.index + end[0].length);
      if (line === "") {
        if (data.length) yield { event, data: data.join("\n") };
        [event, data] = ["message", []];
      } else if (line.startsWith("event:")) event = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
    }
    if (done) return;
  }
}
