match 1:
    case x:
        pass
    case 1:
        pass
