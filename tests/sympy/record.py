"""Writes expected.json: what the programs of programs.py print under CPython.

    pip install --require-hashes -r guest/packages/sympy/requirements.txt
    python tests/sympy/record.py
"""

import contextlib
import io
import json
import pathlib

here = pathlib.Path(__file__).parent
expected = {}
for part in (here / "programs.py").read_text().split("# --- ")[1:]:
    name, code = part.split("\n", 1)
    # As a terminal's: sympy draws with lines where the encoding has them.
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(out):
        exec(compile(code, name, "exec"), {"__name__": "__main__"})
    assert name not in expected, name
    out.flush()
    expected[name] = out.buffer.getvalue().decode()
text = json.dumps(expected, indent=1, ensure_ascii=False)
(here / "expected.json").write_text(text + "\n")
