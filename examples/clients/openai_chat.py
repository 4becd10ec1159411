"""Chat completions with Jupan as the code tool: pip install openai"""

import json
import os
import urllib.request

from openai import OpenAI

JUPAN = os.environ.get("JUPAN_URL", "http://127.0.0.1:8787")


def jupan(path, body=None):
    request = urllib.request.Request(JUPAN + path, headers={"content-type": "application/json"})
    if token := os.environ.get("JUPAN_TOKEN"):
        request.add_header("authorization", f"Bearer {token}")
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(request, data) as answer:
        return json.load(answer)


client = OpenAI()
tools = jupan("/v1/tools?format=openai-chat")
messages = [{"role": "user", "content": "What is the standard deviation of 3, 5, 8 and 13?"}]
while True:
    reply = client.chat.completions.create(
        model=os.environ.get("OPENAI_MODEL", "gpt-5"), messages=messages, tools=tools
    )
    message = reply.choices[0].message
    messages.append(message)
    if not message.tool_calls:
        print(message.content)
        break
    for call in message.tool_calls:
        answer = jupan("/v1/execute", json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": answer["text"]})
