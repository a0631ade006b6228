"""The JSON encoder for messages."""

import msgspec

encode = msgspec.json.Encoder().encode
