"""Structured logs: one line per event, as JSON or as text. No token, name, secret or card is ever logged."""

import json
import logging
import sys
import time
from typing import Any

_PLAIN = set(vars(logging.makeLogRecord({})))
ALLOWED = {"table", "why", "game", "seats", "server", "address", "count", "seconds", "storage", "reason", "kind"}


class Lines(logging.Formatter):
    """Formats one line per event, with only those extra fields that are known to be safe."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        found.update({key: value for key, value in vars(record).items() if key in ALLOWED - _PLAIN})
        if record.exc_info and record.exc_info[0]:
            found["error"] = record.exc_info[0].__name__
            found["at"] = _place(record)
        if self.as_json:
            return json.dumps(found, ensure_ascii=False, default=str)
        shown = ("time", "level", "event")
        more = " ".join(f"{key}={value}" for key, value in found.items() if key not in shown)
        return f"{found['time']} {found['level']:<7} {found['event']} {more}".rstrip()


def _place(record: logging.LogRecord) -> str:
    """Where an error happened: file and line, without the values of variables or messages."""
    assert record.exc_info is not None
    trace = record.exc_info[2]
    where = ""
    while trace is not None:
        where = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where


def set_up(as_json: bool = False, level: str = "INFO") -> logging.Logger:
    """The server's logger, writing to standard error."""
    log = logging.getLogger("zauber.server")
    log.handlers.clear()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(as_json))
    log.addHandler(handler)
    log.setLevel(level)
    log.propagate = False
    beneath = logging.getLogger("uvicorn.error")  # warnings and errors only, in the same format
    beneath.handlers = [handler]
    beneath.setLevel("WARNING")
    beneath.propagate = False
    return log
