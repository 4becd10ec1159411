if a:
    pass
elseif b:
    pass
