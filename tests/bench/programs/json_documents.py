# JSON: write and read a nested document, change it, and walk through it.
# prints: 150402 52403 37500.0 4

import json

orders = [
    {
        "id": i,
        "customer": {"name": f"Customer {i % 61}", "vip": i % 9 == 0, "tags": ["a", f"t{i % 4}"]},
        "lines": [
            {"sku": f"S{j * i % 211}", "quantity": j + 1, "price": j * 1.25} for j in range(4)
        ],
        "note": None if i % 3 else 'said "hello"\n\u00e9t\u00e9',
    }
    for i in range(500)
]
total = 0.0
for _ in range(3):
    text = json.dumps(orders, sort_keys=True)
    for order in json.loads(text):
        total += sum(line["quantity"] * line["price"] for line in order["lines"])
pretty = json.dumps(orders[:100], indent=2, ensure_ascii=False)


def depth(value):
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()))
    if isinstance(value, list):
        return 1 + max(map(depth, value))
    return 0


print(len(text), len(pretty), total, depth(orders))
