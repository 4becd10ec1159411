switch x:
    case 1: pass
