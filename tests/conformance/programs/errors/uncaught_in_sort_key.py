people = [{"name": "A", "age": 3}, {"name": "B"}]
people.sort(key=lambda p: p["age"])
