"""The evidence pack of a round: one JSON that a third party can verify offline, and one page that prints.

A round that is not yet revealed stays hidden: its entries are withheld with their hashes.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import orjson

from controller.papers.page import page
from controller.papers.round import Told, told
from controller.runtime.chain import Entry
from controller.runtime.rounds import Proof, RoundRecord

VERIFIER = """\
import hashlib, json
proof = json.load(open("{file}"))["proof"]
last = proof["before"]["hash"]
for entry in proof["entries"] + ([proof["seal"]] if proof["seal"] else []):
    head = json.dumps([entry[key] for key in ("seq", "wall", "boot", "program", "kind")],
                      separators=(",", ":"), ensure_ascii=False)
    text = last + head[:-1] + "," + entry["body"] + "]"
    last = hashlib.blake2b(text.encode(), digest_size=32).hexdigest()
    assert last == entry["hash"], f"entry {{entry['seq']}} was changed"
print("sound up to", last)
"""


def file_name(number: int, kind: str) -> str:
    return f"round-{number:06d}.{kind}"


def evidence_json(record: RoundRecord) -> bytes:
    """Everything the record says, with every entry as it was written and how its hash is verified."""
    file = file_name(record.number, "json")
    pack: Told = {**told(record), "proof": _proof(record.proof), "verify_with": VERIFIER.format(file=file)}
    return orjson.dumps(pack, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def evidence_page(record: RoundRecord, made: str) -> str:
    """The same for people; `made` is the time it was made, ISO 8601."""
    file = file_name(record.number, "json")
    return page(
        "round.html",
        {
            **told(record),
            "proof": _proof(record.proof),
            "file": file,
            "digest": sha256(evidence_json(record)).hexdigest(),
            "verifier": VERIFIER.format(file=file),
            "made": made,
        },
    )


def _proof(proof: Proof) -> dict[str, Any]:
    seq, before = proof.before
    return {
        "hash": "BLAKE2b-256 of the previous hash and the canonical JSON of [seq, wall, boot, program, kind, body]",
        "before": {"seq": seq, "hash": before},
        "entries": [_entry(entry) for entry in proof.entries],
        "seal": _entry(proof.seal) if proof.seal else None,
    }


def _entry(entry: Entry) -> dict[str, Any]:
    """`body` is text: exactly the bytes that were sealed."""
    return entry._asdict()
