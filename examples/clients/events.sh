#!/bin/sh
# Output as it is written, then the outcome; and an answer in the form of the Responses API.
set -eu
jupan="${JUPAN_URL:-http://127.0.0.1:8787}"
code='{"code": "import time\nfor n in range(3):\n    print(n)\n    time.sleep(0.1)"}'

curl -sSN "$jupan/v1/execute" -H 'content-type: application/json' \
  ${JUPAN_TOKEN:+-H "authorization: Bearer $JUPAN_TOKEN"} \
  -H 'accept: text/event-stream' -d "$code"

curl -sS "$jupan/v1/execute?view=code_interpreter_call" -H 'content-type: application/json' \
  ${JUPAN_TOKEN:+-H "authorization: Bearer $JUPAN_TOKEN"} -d "$code"
