# expect: output | timeout
# limits: output_bytes=1024, wall_ms=3000
# why: warnings are output as well

import warnings
warnings.simplefilter('always')
while True:
    warnings.warn('x' * 1000)
