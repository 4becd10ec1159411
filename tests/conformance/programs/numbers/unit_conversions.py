for c in range(-40, 101, 20):
    print(f"{c:>4} °C = {c * 9 / 5 + 32:>6.1f} °F = {c + 273.15:.2f} K")
print(100 * 1.609344, 26.2 * 1.609344, 5 * 0.45359237, 1 / 0.3048, 72 / 3.6, 1013.25 * 0.750061683)
seconds = 98765
print(f"{seconds // 3600}h {seconds % 3600 // 60}m {seconds % 60}s", divmod(seconds, 3600), seconds / 86400)
size = 123456789
for unit in ["B", "KB", "MB", "GB"]:
    if size < 1024:
        break
    size /= 1024
print(f"{size:.2f} {unit}", 2 ** 30, 1e9 / 8 / 1024 / 1024)
