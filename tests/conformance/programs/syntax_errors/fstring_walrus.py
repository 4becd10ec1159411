print(f'{(x := 5)} {x:=5}')
