def quick(a): return a if len(a) < 2 else quick([x for x in a[1:] if x < a[0]]) + [a[0]] + quick([x for x in a[1:] if x >= a[0]])
def merge(a):
    if len(a) < 2: return a
    m = len(a) // 2
    l, r, out = merge(a[:m]), merge(a[m:]), []
    while l and r: out.append((l if l[0] <= r[0] else r).pop(0))
    return out + l + r
def bubble(a):
    a, swaps = a[:], 0
    for i in range(len(a)):
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]: a[j], a[j + 1] = a[j + 1], a[j]; swaps += 1
    return a, swaps
def heapify_sort(a):
    import heapq
    h = a[:]; heapq.heapify(h); return [heapq.heappop(h) for _ in a]
data = [38, 27, 43, 3, 9, 82, 10, -5, 0, 27]
print(quick(data), merge(data), bubble(data), heapify_sort(data), sorted(data), sep="\n")
def binary_search(a, x):
    lo, hi = 0, len(a) - 1
    while lo <= hi:
        m = (lo + hi) // 2
        if a[m] == x: return m
        lo, hi = (m + 1, hi) if a[m] < x else (lo, m - 1)
    return -1
print(binary_search(sorted(data), 43), binary_search(sorted(data), 44), data.index(3))
