try:
    exec("for i in range(3)\n    print(i)")
except SyntaxError as e:
    print(e.msg, e.lineno, e.offset, e.text)
import ast
try:
    ast.parse("x = (1,\ny = 2")
except SyntaxError as e:
    print(e)
compile("if True:\nprint(1)", "code.py", "exec")
