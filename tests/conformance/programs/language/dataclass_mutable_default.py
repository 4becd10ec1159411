from dataclasses import dataclass

@dataclass
class Bad:
    values: list = []
