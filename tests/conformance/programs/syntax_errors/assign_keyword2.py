def for(x): pass
