"""A LangChain agent with Jupan as the code tool: pip install langchain langchain-openai"""

import json
import os
import urllib.request

from langchain.agents import create_agent
from langchain_core.tools import StructuredTool
from langchain_openai import ChatOpenAI

JUPAN = os.environ.get("JUPAN_URL", "http://127.0.0.1:8787")


def jupan(path, body=None):
    request = urllib.request.Request(JUPAN + path, headers={"content-type": "application/json"})
    if token := os.environ.get("JUPAN_TOKEN"):
        request.add_header("authorization", f"Bearer {token}")
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(request, data) as answer:
        return json.load(answer)


definition = jupan("/v1/tools?format=openai-chat")[0]["function"]
tool = StructuredTool.from_function(
    lambda code: jupan("/v1/execute", {"code": code})["text"],
    name=definition["name"],
    description=definition["description"],
    args_schema=definition["parameters"],
)
model = ChatOpenAI(model=os.environ.get("OPENAI_MODEL", "gpt-5"))
question = "What is the standard deviation of 3, 5, 8 and 13?"
state = create_agent(model, [tool]).invoke({"messages": [("user", question)]})
print(state["messages"][-1].content)
