x = 10
user = {"name": "Ann"}
print(f"{x=}", f"{x = }", f"{x=!s}", f"{x=:>5}")
print(f"{user['name']=}")
print(f"{len(user)=} {x*2=}")
print(f"{x!r:^10}|{x:^+10.2f}|")
