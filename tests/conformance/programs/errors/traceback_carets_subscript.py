data = {"users": [{"name": "Ann"}]}
print(data["users"][0]["name"])
print(data["users"][1]["name"].upper())
