# expect: exception | stack
# why: a syntax tree made by hand can be deeper than any source text

import ast
node = ast.Constant(1)
for _ in range(50000):
    node = ast.UnaryOp(ast.USub(), node)
tree = ast.fix_missing_locations(ast.Expression(node))
compile(tree, 'made', 'eval')
