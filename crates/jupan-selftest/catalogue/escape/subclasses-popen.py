# expect: denied | exception:IndexError
# why: the usual way around a filter in Python finds a process class that can start nothing, or none

[c for c in object.__subclasses__() if c.__name__ == 'Popen'][0](['id'])
