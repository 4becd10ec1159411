# Pictures: what is shown, and figures that are open at the end, go to the host.

import io
import json
import os
import types

import _host
import matplotlib._mathtext
import matplotlib.font_manager
from matplotlib import pyplot

# More are not kept, nor larger ones: the host says so.
MOST = 8
MOST_ALT = 1000


def keep_fonts(data):
    """Has fonts come from memory: files of the image are not there in a run."""
    manager = matplotlib.font_manager
    real = manager.ft2font
    fonts = {}
    for folder, _, names in os.walk(data):
        for name in names:
            if name.endswith((".ttf", ".otf")):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    fonts[path] = fonts[os.path.realpath(path)] = file.read()

    def font(file, *arguments, **options):
        # A path to a face of a font is a text that is equal to no other.
        if isinstance(file, (str, os.PathLike)) and str(file) in fonts:
            file = io.BytesIO(fonts[str(file)])
        return real.FT2Font(file, *arguments, **options)

    proxy = types.ModuleType(real.__name__)
    vars(proxy).update(vars(real))
    proxy.FT2Font = font
    manager.ft2font = proxy

    # It looks whether a font's file is still there.
    known = types.ModuleType("os")
    vars(known).update(vars(os))
    known.path = types.ModuleType("posixpath")
    vars(known.path).update(vars(os.path))
    for name in ("exists", "isfile"):
        ask = getattr(os.path, name)
        setattr(known.path, name, lambda path, ask=ask: str(path) in fonts or ask(path))
    manager.os = matplotlib._mathtext.os = known
    manager._get_font.cache_clear()


def _alt(figure):
    """What a figure shows, in words."""
    parts = [figure.get_suptitle()]
    for axes in figure.axes:
        labels = (axes.get_title(), axes.get_xlabel(), axes.get_ylabel())
        parts.append(", ".join(label for label in labels if label))
    text = "; ".join(part for part in parts if part) or "a plot"
    return text.encode("utf-8", "replace").decode()[: MOST_ALT // 4]


def _send(figure):
    file = io.BytesIO()
    figure.savefig(file, format="png")
    image = file.getvalue()
    width, height = (int.from_bytes(image[at : at + 4]) for at in (16, 20))
    head = {"mime": "image/png", "width": width, "height": height, "alt": _alt(figure)}
    return _host.call(b"P" + json.dumps(head).encode() + b"\n" + image) == b"1"


def send_open():
    """Sends the figures that are open, and closes them."""
    import sys

    for place, number in enumerate(pyplot.get_fignums()):
        if place >= MOST or not _send(pyplot.figure(number)):
            print(
                "jupan: a figure was left out: a run may give 8 pictures of 4 MiB together",
                file=sys.stderr,
            )
            break
    pyplot.close("all")


def show(*_arguments, **_options):
    send_open()


pyplot.show = show
matplotlib.figure.Figure.show = lambda self, *_arguments, **_options: send_open()
