# expect: exception
# why: a literal that is deeper than the parser takes

import ast
ast.literal_eval('[' * 9000 + ']' * 9000)
