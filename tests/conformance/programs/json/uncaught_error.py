import json
text = """{
  "name": "Ann",
  "tags": ["a", "b",
  "age": 5
}"""
json.loads(text)
