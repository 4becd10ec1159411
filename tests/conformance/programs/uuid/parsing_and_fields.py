import uuid
u = uuid.UUID("12345678-1234-5678-9234-567812345678")
print(u, repr(u), u.hex, u.int, u.bytes, u.bytes_le, u.fields, u.urn, u.variant, u.version, u.time_low, u.node, u.clock_seq, u.time)
print(uuid.UUID("{12345678123456781234567812345678}") == uuid.UUID(int=u.int & ~(0x8000 << 48)), uuid.UUID(bytes=u.bytes) == u, uuid.UUID(fields=u.fields) == u, uuid.UUID(hex="urn:uuid:" + str(u)) == u)
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_URL, "http://python.org/"), uuid.uuid5(uuid.NAMESPACE_OID, "é"))
print(uuid.UUID(int=0), uuid.UUID(int=2**128 - 1), uuid.uuid4().version, uuid.uuid1().version, len({uuid.uuid4() for _ in range(50)}), uuid.uuid4().variant == uuid.RFC_4122)
print(sorted([uuid.UUID(int=3), uuid.UUID(int=1)]), u < uuid.UUID(int=1), hash(u) == hash(uuid.UUID(str(u))), int(u) == u.int, uuid.UUID(int=u.int, version=4))
for bad in (lambda: uuid.UUID("123"), lambda: uuid.UUID(), lambda: uuid.UUID(int=-1), lambda: uuid.UUID(bytes=b"x"), lambda: uuid.UUID("g" * 32), lambda: uuid.UUID(int=1, version=9), lambda: setattr(u, "int", 5), lambda: u < 5, lambda: uuid.UUID(fields=(1,)), lambda: uuid.UUID(5)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
