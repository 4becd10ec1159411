# Keeps settings in a JSON file.
import json
import os

path = "settings.json"
settings = {"name": "주판", "sizes": [1, 2.5, None], "nested": {"on": True}}
with open(path, "w", encoding="utf-8") as file:
    json.dump(settings, file, ensure_ascii=False, indent=2, sort_keys=True)
with open(path, encoding="utf-8") as file:
    again = json.load(file)
print(again == settings, os.path.getsize(path))
with open(path, "rb") as file:
    print(file.read(20))
os.remove(path)
print(os.path.exists(path))
