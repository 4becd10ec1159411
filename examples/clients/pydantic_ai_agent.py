"""A Pydantic AI agent with Jupan as the code tool: pip install "pydantic-ai-slim[openai]" """

import json
import os
import urllib.request

from pydantic_ai import Agent, Tool
from pydantic_ai.models.openai import OpenAIChatModel

JUPAN = os.environ.get("JUPAN_URL", "http://127.0.0.1:8787")


def jupan(path, body=None):
    request = urllib.request.Request(JUPAN + path, headers={"content-type": "application/json"})
    if token := os.environ.get("JUPAN_TOKEN"):
        request.add_header("authorization", f"Bearer {token}")
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(request, data) as answer:
        return json.load(answer)


def run(code):
    return jupan("/v1/execute", {"code": code})["text"]


definition = jupan("/v1/tools?format=openai-chat")[0]["function"]
tool = Tool.from_schema(
    run, definition["name"], definition["description"], json_schema=definition["parameters"]
)
agent = Agent(OpenAIChatModel(os.environ.get("OPENAI_MODEL", "gpt-5")), tools=[tool])
print(agent.run_sync("What is the standard deviation of 3, 5, 8 and 13?").output)
