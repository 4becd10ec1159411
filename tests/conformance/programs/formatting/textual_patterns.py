n = 5
for i in range(1, n + 1):
    print(" " * (n - i) + "*" * (2 * i - 1))
for i in range(1, 6):
    print(*range(1, i + 1))
for i in range(1, 4):
    print("".join(f"{i * j:4d}" for j in range(1, 6)))
print("\n".join("".join("#" if (r + c) % 2 else "." for c in range(8)) for r in range(3)))
print("=" * 20, "Title".center(20, "-"), "Title".ljust(10, ".") + "|", "7".zfill(3), "-7".zfill(4), sep="\n")
