import csv, io
from collections import defaultdict
data = """date,region,product,units,price
2024-01-03,North,Widget,10,2.50
2024-01-03,South,Gadget,4,10.00
2024-01-04,North,Gadget,1,10.00
2024-01-05,East,Widget,7,2.50
2024-01-05,South,Widget,3,2.75
"""
rows = list(csv.DictReader(io.StringIO(data)))
sales = defaultdict(float)
by = defaultdict(lambda: defaultdict(int))
for r in rows:
    sales[r["region"]] += int(r["units"]) * float(r["price"])
    by[r["product"]][r["region"]] += int(r["units"])
for region in sorted(sales, key=sales.get, reverse=True):
    print(f"{region:<6} {sales[region]:8.2f}")
print({k: dict(v) for k, v in by.items()})
print(max(rows, key=lambda r: int(r["units"])), sum(float(r["price"]) for r in rows) / len(rows))
out = io.StringIO()
w = csv.writer(out)
w.writerow(["region", "total"])
w.writerows(sorted(sales.items()))
out.getvalue()
