[x]: int = 1
