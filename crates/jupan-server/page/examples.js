// Programs to start with.

export const EXAMPLES = [
  ["Statistics", `# Modules such as math and statistics are there without an import.
temperatures = {"Seoul": 12.4, "Jeju": 22.1, "Busan": 17.8}

for city, degrees in sorted(temperatures.items()):
    print(f"{city:<8}{degrees:5.1f} °C")

statistics.mean(temperatures.values())
`, ""],
  ["With inputs", `# xs comes from the inputs below.
print("sorted:", sorted(xs))
sum(x * x for x in xs)
`, '{"xs": [3, 1, 2]}'],
  ["Slow output", `import time

for n in range(1, 6):
    print(f"step {n} of 5")
    time.sleep(0.3)
`, ""],
  ["An error", `def share(total, people):
    return total / people


print("shares:")
for people in (4, 2, 0):
    print(share(100, people))
`, ""],
  ["A limit", `# No program runs for ever.
numbers = []
while True:
    numbers.append(len(numbers))
`, ""],
  ["sympy", `from sympy import symbols, solve, integrate, exp

x = symbols("x")
print(solve(x**2 - 5*x + 6, x))
integrate(x * exp(-x), x)
`, ""],
];
