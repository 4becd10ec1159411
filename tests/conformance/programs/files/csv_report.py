# Reads and writes CSV files.
import csv
from collections import defaultdict

rows = [
    {"region": "north", "product": "tea", "amount": "12.50"},
    {"region": "south", "product": "coffee", "amount": "7.25"},
    {"region": "north", "product": "coffee", "amount": "30.00"},
    {"region": "east", "product": "tea, green", "amount": "4.75"},
]
with open("sales.csv", "w", newline="") as file:
    writer = csv.DictWriter(file, fieldnames=["region", "product", "amount"])
    writer.writeheader()
    writer.writerows(rows)
with open("sales.csv", newline="") as file:
    print(repr(file.read()))
totals = defaultdict(float)
with open("sales.csv", newline="") as file:
    for row in csv.DictReader(file):
        totals[row["region"]] += float(row["amount"])
for region, total in sorted(totals.items()):
    print(f"{region:<6} {total:8.2f}")
