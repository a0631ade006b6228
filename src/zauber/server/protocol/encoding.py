"""How messages become bytes."""

import msgspec

encode = msgspec.json.Encoder().encode
