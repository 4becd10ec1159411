list_ = list
sum = 0
for i in range(4):
    sum += i
print(sum)
sum([1, 2])
