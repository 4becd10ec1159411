// The Responses API with Jupan as the code tool: npm install openai
import OpenAI from "openai";

const JUPAN = process.env.JUPAN_URL ?? "http://127.0.0.1:8787";
const headers = { "content-type": "application/json" };
if (process.env.JUPAN_TOKEN) headers.authorization = `Bearer ${process.env.JUPAN_TOKEN}`;

async function jupan(path, body) {
  const method = body === undefined ? "GET" : "POST";
  const answer = await fetch(JUPAN + path, { method, headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const client = new OpenAI();
const tools = await jupan("/v1/tools?format=openai-responses");
const model = process.env.OPENAI_MODEL ?? "gpt-5";
const input = [{ role: "user", content: "What is the standard deviation of 3, 5, 8 and 13?" }];
for (;;) {
  const response = await client.responses.create({ model, input, tools, store: false });
  const calls = response.output.filter((item) => item.type === "function_call");
  if (calls.length === 0) {
    console.log(response.output_text);
    break;
  }
  input.push(...response.output);
  for (const call of calls) {
    const { text } = await jupan("/v1/execute", call.arguments);
    input.push({ type: "function_call_output", call_id: call.call_id, output: text });
  }
}
