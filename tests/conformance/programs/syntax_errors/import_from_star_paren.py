from math import (*)
