"""The messages as a JSON schema, and as TypeScript types for the browser.

`json_schema()` is what `/api/schema.json` serves; `typescript()` is what `zauber schema --typescript` prints.
"""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from . import bodies, commands, fields, frames


def json_schema() -> dict[str, Any]:
    """One schema document: `commands`, `frames` and the HTTP bodies, with all definitions under `$defs`."""
    kinds: list[Any] = [commands.AnyCommand, frames.AnyFrame, *bodies.HTTP_TYPES]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of Zauber",
        "protocol": fields.PROTOCOL,
        "commands": schemas[0],
        "frames": schemas[1],
        "$defs": dict(sorted(components.items())),
    }


def typescript() -> str:
    """The same types as TypeScript, one interface each, and the unions `Command` and `Frame`."""
    schema = json_schema()
    lines = [
        "// Made by `zauber schema --typescript` from src/zauber/server/protocol. Do not edit.",
        "",
        f"export const PROTOCOL = {schema['protocol']};",
        "",
    ]
    for name, definition in schema["$defs"].items():
        lines += _interface(name, definition)
    lines.append(f"export type Command = {_union(schema['commands'])};")
    lines.append("")
    lines.append(f"export type Frame = {_union(schema['frames'])};")
    lines.append("")
    return "\n".join(lines)


def _interface(name: str, definition: Mapping[str, Any]) -> list[str]:
    lines = []
    if text := definition.get("description"):
        said = " ".join(text.split())
        lines.append(f"/** {said} */")
    lines.append(f"export interface {name} {{")
    required = set(definition.get("required", ()))
    sending = not definition.get("additionalProperties", True)  # sent by clients, who may omit fields with defaults
    for key, value in definition.get("properties", {}).items():
        may_miss = key not in required and (sending or "default" not in value)
        lines.append(f"  {key}{'?' if may_miss else ''}: {_type(value)};")
    lines += ["}", ""]
    return lines


def _union(schema: Mapping[str, Any]) -> str:
    return " | ".join(_type(option) for option in schema["anyOf"])


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(option) for option in schema["anyOf"]))
    return _plain(schema)


def _plain(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if kind == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties", {})
        return f"Record<string, {_type(values) if isinstance(values, Mapping) else 'unknown'}>"
    names = {
        "integer": "number",
        "number": "number",
        "string": "string",
        "boolean": "boolean",
        "null": "null",
    }
    return names.get(str(kind), "unknown")
