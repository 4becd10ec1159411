# expect: fuel
# limits: fuel=300000000
# why: raising and catching costs fuel like anything else

while True:
    try:
        raise KeyError(1)
    except KeyError as error:
        last = error
