# expect: exception:RecursionError | stack
# why: dumping a tree made by hand recurses

import ast
node = ast.Constant(1)
for _ in range(50000):
    node = ast.UnaryOp(ast.USub(), node)
ast.dump(node)
