import xml.etree.ElementTree as ET
from xml.dom import minidom
from xml.parsers import expat

texts = ["<a></b>", "<a>", "", "text", '<a b="1" b="2"/>', "<a>&nbsp;</a>", "<a\n><b></a>"]
for text in texts:
    try:
        print(ET.fromstring(text))
    except ET.ParseError as error:
        words = str(error).split(":")[0].removesuffix(" &nbsp;")
        print(repr(text), error.code, words, error.position[0])
for text in texts[:4]:
    try:
        print(minidom.parseString(text))
    except expat.ExpatError as error:
        print(repr(text), error.code, str(error).split(":")[0], error.lineno)
root = ET.fromstring("<r><x n='1'>a</x><x n='2'/></r>")
print([(x.get("n"), x.text) for x in root.findall("x")])
