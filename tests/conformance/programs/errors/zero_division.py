for f in (lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 1.5 // 0, lambda: 2.5 % 0,
          lambda: divmod(1, 0), lambda: divmod(1.0, 0), lambda: 0 ** -1, lambda: 0.0 ** -1, lambda: pow(0, -2),
          lambda: 1j / 0, lambda: pow(2, 3, 0), lambda: 0j ** -1):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, "|", e)
x = 10
y = x - 10
x / y + 1
