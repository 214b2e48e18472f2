#!/usr/bin/env python3
"""The one door: ``python3 run.py`` sets Drumhead up and serves it; see ``--help``.

Law: nothing stands here that Python 2.7 could not read, so that an old one is told so; what
is done is in ``webui.commands.door``, which needs the standard library only until it runs in
Drumhead's own .venv.
"""

import os
import sys

if sys.hexversion < 0x30B0000:
    have = ".".join(map(str, sys.version_info[:3]))
    sys.exit("Drumhead needs Python 3.11 or newer, this is " + have + ": install a newer one.")

if __name__ == "__main__":
    # Another tool's PYTHONPATH (ROS) would hide what lies in .venv, here and in all we start.
    foreign = [os.path.abspath(each) for each in os.environ.pop("PYTHONPATH", "").split(os.pathsep)]
    ours = (sys.prefix, os.path.dirname(os.__file__))
    foreign = [each for each in foreign if not each.startswith(ours)]
    os.environ.pop("PYTHONHOME", None)
    # python3 -I and -P leave out the folder that this file is in.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [here] + [each for each in sys.path if os.path.abspath(each) not in foreign]
    from webui.commands.door import main

    sys.exit(main(sys.argv[1:]))
