"""Directions as literal numbers: no sine is computed at run time, so all machines get the same digits.

The full circle is divided into 192 points, 1.875° apart, counted anticlockwise from three o'clock. Every point is a
place where a magician may enter; every third one is a heading of a stroke (64 of them); every eighth one lies on
the 15° of the set-up. The table is exactly symmetric: a quarter turn or a mirror gives the same digits.
"""

import numpy as np

POINTS = 192
HEADINGS = 64
PER_HEADING = POINTS // HEADINGS
PER_15_DEGREES = POINTS // 24

# fmt: off
_QUARTER = (  # the sines of 0°, 1.875°, …, 90°
    0.0, 0.032719082821776144, 0.06540312923014306, 0.0980171403295606, 0.1305261922200516,
    0.16289547339458874, 0.19509032201612828, 0.2270762630343732, 0.25881904510252074, 0.2902846772544624,
    0.3214394653031616, 0.3522500479212335, 0.3826834323650898, 0.4127070298043947, 0.4422886902190013,
    0.47139673682599764, 0.5, 0.528067850650368, 0.5555702330196022, 0.5824776968678022,
    0.6087614290087207, 0.6343932841636455, 0.6593458151000688, 0.6835923020228712, 0.7071067811865476,
    0.7298640726978357, 0.7518398074789774, 0.773010453362737, 0.7933533402912352, 0.8128466845916152,
    0.8314696123025452, 0.8492021815265789, 0.8660254037844386, 0.881921264348355, 0.8968727415326883,
    0.9108638249211758, 0.9238795325112867, 0.9359059267573256, 0.9469301294951057, 0.9569403357322088,
    0.9659258262890683, 0.9738769792773336, 0.9807852804032304, 0.986643332084879, 0.9914448613738104,
    0.9951847266721969, 0.9978589232386035, 0.9994645874763657, 1.0,
)
# fmt: on


def _sine(point: int) -> float:
    quarter, rest = divmod(point % POINTS, POINTS // 4)
    if quarter == 0:
        return _QUARTER[rest]
    if quarter == 1:
        return _QUARTER[POINTS // 4 - rest]
    return -_sine(point - POINTS // 2)


COSINE = np.array([_sine(point + POINTS // 4) + 0.0 for point in range(POINTS)])
SINE = np.array([_sine(point) + 0.0 for point in range(POINTS)])
