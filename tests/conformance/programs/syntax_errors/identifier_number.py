2nd = 5
