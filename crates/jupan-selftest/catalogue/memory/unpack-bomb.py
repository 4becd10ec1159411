# expect: memory
# limits: memory_bytes=134217728
# why: a bomb in an archive: a few kilobytes that become gigabytes

import io
import zipfile
archive = io.BytesIO()
with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED) as made:
    made.writestr('a', bytes(5 * 10**7))
kept = []
while True:
    kept.append(zipfile.ZipFile(archive).read('a'))
