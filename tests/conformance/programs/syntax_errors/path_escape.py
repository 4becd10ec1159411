p = 'C:\Users\new'
