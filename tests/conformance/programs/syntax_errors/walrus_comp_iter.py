[y := x for x in range(3) if (x := 1)]
