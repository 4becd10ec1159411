x = 5.real
