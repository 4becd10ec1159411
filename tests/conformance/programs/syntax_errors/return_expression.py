x = return 5
