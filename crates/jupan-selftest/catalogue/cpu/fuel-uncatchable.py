# expect: fuel
# limits: fuel=200000000
# stdout-contains: "before"
# why: running out of fuel is no exception that a program could catch

print('before')
try:
    while True:
        pass
except BaseException:
    print('caught')
finally:
    print('finally')
