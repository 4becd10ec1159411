def validate(data):
    for key, value in data.items():
        check(key, value)

def check(key, value):
    if not isinstance(value, (int, float)):
        raise TypeError(f"{key} must be a number, got {type(value).__name__}")

def main():
    data = {"a": 1, "b": "two"}
    validate(data)

main()
