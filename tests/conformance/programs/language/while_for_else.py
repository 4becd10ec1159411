for n in range(2, 20):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        print(n, end=" ")
print()
i = 0
while i < 3:
    i += 1
    if i == 2:
        continue
    print(i)
else:
    print("done")
