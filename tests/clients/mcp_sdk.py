"""Talks to an MCP server with the official SDK, and checks what it says.

    python mcp_sdk.py stdio MODE COMMAND [ARGUMENT...]
    python mcp_sdk.py http MODE URL

MODE is `legacy` (the protocol with a handshake) or `auto` (the newest that both know). The server
must run one program at a time. Prints the protocol's version at the end.
"""

import json
import os
import sys
import time

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


def transport(kind, arguments):
    if kind == "stdio":
        return StdioServerParameters(command=arguments[0], args=arguments[1:], env=dict(os.environ))
    token = os.environ.get("JUPAN_TEST_TOKEN")
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return streamable_http_client(
        arguments[0], http_client=httpx2.AsyncClient(headers=headers, timeout=120)
    )


def only_text(result):
    assert [block.type for block in result.content] == ["text"], result
    return result.content[0].text


async def listed(client):
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["run_python"], tools
    tool = tools[0]
    assert "Use it for every calculation" in tool.description, tool.description
    schema = tool.input_schema
    assert schema["required"] == ["code"] and schema["additionalProperties"] is False, schema
    assert {"code", "inputs", "limits", "seed"} <= set(schema["properties"]), schema
    wall = schema["properties"]["limits"]["properties"]["wall_ms"]
    assert (wall["minimum"], wall["default"], wall["maximum"]) == (1, 5000, 60000), wall
    assert {"status", "text", "stdout", "usage"} <= set(tool.output_schema["properties"]), tool
    hints = tool.annotations
    assert (
        hints.read_only_hint,
        hints.destructive_hint,
        hints.idempotent_hint,
        hints.open_world_hint,
    ) == (True, False, True, False), hints

    resources = {str(one.uri) for one in (await client.list_resources()).resources}
    assert resources == {"jupan://limits", "jupan://modules"}, resources
    limits = json.loads((await client.read_resource("jupan://limits")).contents[0].text)
    assert limits["wall_ms"] == {"min": 1, "default": 5000, "max": 60000}, limits
    images = json.loads((await client.read_resource("jupan://modules")).contents[0].text)
    assert "statistics" in images[0]["modules"], images
    try:
        await client.read_resource("jupan://secrets")
        raise AssertionError("there is no such resource")
    except MCPError as error:
        assert "there is no resource `jupan://secrets`" in str(error), error


async def called(client):
    code = "xs.sort()\nprint(xs)\nstatistics.mean(xs)"
    result = await client.call_tool("run_python", {"code": code, "inputs": {"xs": [3, 1, 2]}})
    assert not result.is_error and only_text(result) == "[1, 2, 3]\n2", result
    answer = result.structured_content
    assert (answer["status"], answer["stdout"], answer["result"]) == ("ok", "[1, 2, 3]\n", "2")
    assert answer["usage"]["fuel"] > 0, answer

    seeded = {"code": "print(random.random())", "seed": 7}
    first = only_text(await client.call_tool("run_python", seeded))
    assert first == only_text(await client.call_tool("run_python", seeded))

    # What a program does wrong is a result for the model.
    result = await client.call_tool("run_python", {"code": "total = 10\ntotal / 0"})
    assert result.is_error, result
    assert only_text(result) == "[error] ZeroDivisionError: division by zero (line 2)", result
    assert result.structured_content["error"]["kind"] == "exception", result
    result = await client.call_tool(
        "run_python", {"code": "while True: pass", "limits": {"wall_ms": 200}}
    )
    assert result.is_error and result.structured_content["status"] == "limit", result

    # And so is what is wrong with the call.
    result = await client.call_tool("run_python", {"code": "1", "limits": {"wall_ms": 0}})
    assert result.is_error, result
    message = "[error] the program was not run: `limits.wall_ms` is 0; it must be a whole number"
    assert only_text(result).startswith(message), result
    result = await client.call_tool("run_python", {"kode": "1"})
    assert result.is_error and "`kode`" in only_text(result), result
    try:
        await client.call_tool("run_ruby", {"code": "1"})
        raise AssertionError("there is no such tool")
    except MCPError as error:
        assert "there is no tool `run_ruby`" in str(error), error


async def told_how_far(client):
    told = []

    async def progress(so_far, total, message):
        told.append(so_far)

    result = await client.call_tool(
        "run_python",
        {"code": "import time\ntime.sleep(2.6)\nprint('awake')"},
        progress_callback=progress,
    )
    assert only_text(result) == "awake", result
    assert len(told) == 2 and 1 <= told[0] < told[1] < 2.6, told


async def cancelled(client):
    """One program runs at a time: the next one has to wait for the end of the first."""
    forever = {"code": "while True: pass", "limits": {"wall_ms": 60000}}
    with anyio.move_on_after(1) as scope:
        await client.call_tool("run_python", forever)
    assert scope.cancelled_caught
    start = time.monotonic()
    assert only_text(await client.call_tool("run_python", {"code": "6 * 7"})) == "42"
    assert time.monotonic() - start < 20, "the program that was given up went on"


async def main(kind, mode, *arguments):
    async with Client(transport(kind, arguments), mode=mode) as client:
        assert client.server_info.name == "jupan", client.server_info
        await listed(client)
        await called(client)
        await told_how_far(client)
        # Over HTTP the older protocol has no way to say that a call is given up but to end the
        # whole conversation.
        if (kind, mode) != ("http", "legacy"):
            await cancelled(client)
        print(client.protocol_version)


anyio.run(main, *sys.argv[1:])
