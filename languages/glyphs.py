#!/usr/bin/env python3
"""Makes the pictures of the letters that the trainer's own type does not have.

    npm pack @fontsource/fusion-pixel-12px-proportional-jp     (-sc for Chinese, -kr for Korean)
    tar xzf fontsource-fusion-pixel-12px-proportional-jp-*.tgz
    pip install fonttools brotli
    python3 languages/glyphs.py package/files/*-jp-latin-400-normal.woff2 languages/ja.txt > languages/ja.hex

The font is Fusion Pixel, 12 pixels, by TakWolf and contributors, under the SIL Open Font License 1.1 (LICENSE-FONTS). A letter becomes 12 rows of 12
bits. Only letters that the translation uses are written.
"""

import sys

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

SIDE = 12
ASCENT = 10


def own(letter):
    """Whether the trainer's own type has a letter."""
    return letter == "\n" or " " <= letter <= "~" or "\u00a1" <= letter <= "\u017f" or letter in "‘’“”–—…"


def edges(pen):
    """The upright edges of an outline. It is made of squares, so these are all that is needed."""
    found, start, here = [], None, None
    for verb, points in pen.value:
        if verb == "moveTo":
            start = here = points[0]
            continue
        ends = [start] if verb in ("closePath", "endPath") else points
        for end in ends:
            if here[0] == end[0] and here[1] != end[1]:
                found.append((here[0], here[1], end[1]))
            here = end
    return found


def picture(outline, pixel):
    """The rows of a letter: a pixel is set if the outline goes around its middle."""
    bits = []
    for row in range(SIDE):
        y = (ASCENT - row) * pixel - pixel / 2
        for column in range(SIDE):
            x = column * pixel + pixel / 2
            winding = 0
            for at, one, other in outline:
                if at < x and min(one, other) < y < max(one, other):
                    winding += 1 if other > one else -1
            bits.append("1" if winding else "0")
    return f"{int(''.join(bits), 2):0{SIDE * SIDE // 4}x}"


def main():
    font = TTFont(sys.argv[1])
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    pixel = font["head"].unitsPerEm / SIDE
    wanted = set()
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as lines:
            wanted |= {letter for line in lines if not line.startswith("#") for letter in line if not own(letter)}
    print("# Letters of Fusion Pixel (12 pixels), SIL Open Font License 1.1: LICENSE-FONTS. Made by languages/glyphs.py.")
    for letter in sorted(wanted):
        name = names.get(ord(letter))
        if name is None:
            sys.exit(f"the font does not have {letter}")
        pen = DecomposingRecordingPen(glyphs)
        glyphs[name].draw(pen)
        print(f"{ord(letter):04x}:{picture(edges(pen), pixel)}")


main()
