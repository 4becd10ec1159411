for amount in [0, 5, 1234.5, 999999.999, -42.1, 1e9, 0.005, 0.015]:
    print(f"${amount:,.2f}", f"{amount:>15,.2f}", f"{amount:+.1f}", f"{amount:,}")
principal, rate = 1000, 0.05
for year in range(1, 6):
    principal *= 1 + rate
    print(f"Year {year}: ${principal:,.2f} ({principal / 1000 - 1:.1%})")
print(f"{1/3:.1%} {0.12345:.2%} {1:.0%} {2.5:%}")
print("{:.2f}%".format(45.678), "{:,}".format(1234567.891), f"{1234567:_}")
