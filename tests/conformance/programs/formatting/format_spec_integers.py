n = 1234567
for spec in ["", "d", ",", "_", "+", " ", "-", "b", "o", "x", "X", "#b", "#o", "#x", "#X", "#_x", "_b", "08", "012,", "<15", ">15", "^15", "*^15", "=+15", "015d", "+,d", "e", ".2e", "f", ".1f", "g", "%", ".0%", "n", "c" if 0 else "d", "20,.3f", "<+20,d", "x>20X"]:
    print(f"{spec:10}|{n:{spec}}|{-n:{spec}}|")
print(f"{65:c}{0x1F600:c}", format(True, "d"), format(False, ""), format(True, "5"), format(0, "#b"))
