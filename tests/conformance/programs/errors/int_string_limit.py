try:
    int("9" * 5000)
except ValueError as e:
    print(e)
try:
    str(10 ** 5000)
except ValueError as e:
    print(e)
import sys
sys.set_int_max_str_digits(6000)
print(len(str(10 ** 5000)))
sys.set_int_max_str_digits(4300)
print(10 ** 4300)
