match 1:
    case [x] | [x, y]:
        pass
