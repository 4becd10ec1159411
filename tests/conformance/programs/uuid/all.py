import uuid
u = uuid.UUID("12345678-1234-5678-1234-567812345678")
print(u, repr(u), u.hex, u.int, u.bytes.hex(), u.version, u.variant, u.urn, u.fields)
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_URL, "https://example.org"), uuid.UUID(int=5), uuid.UUID(bytes=b"\x00" * 16) == uuid.UUID(int=0))
x = uuid.uuid4(); print(x.version, len(str(x)), x != uuid.uuid4(), sorted([uuid.UUID(int=3), uuid.UUID(int=1)])[0])
uuid.UUID("zzz")
