"""Every test. The matrices in them are small: linear algebra on several threads would only
make busy machines busier (a nine by nine solve takes 8 ms instead of 0.01)."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
