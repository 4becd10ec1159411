print("total: " + str(5)
print("done")
