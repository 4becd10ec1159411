# expect: denied
# limits: wall_ms=4000
# why: no request leaves the sandbox

import urllib.request
urllib.request.urlopen('http://127.0.0.1:1/', timeout=1)
