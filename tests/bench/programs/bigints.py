# Big integers: factorial, Fibonacci, modular powers, digits, greatest common divisors.
# prints: 367097960000 15228 6191766568 1317 20001

import math

a, b = 0, 1
for _ in range(30_000):
    a, b = b, a + b
factorial = 1
for n in range(2, 1_400):
    factorial *= n
digits = sum(int(digit) for digit in str(factorial))
modulus = 2**521 - 1
power = 3
for _ in range(400):
    power = pow(power, 65_537, modulus)
common = math.gcd(factorial, 2**1_000 * 3**200)
print(a % 10**12, digits, power % 10**12, common.bit_length(), (2**20_000).bit_length())
