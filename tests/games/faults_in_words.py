"""Faults to plant in the words of `examples/cupful`, one at a time, and what the conformance suite must say of each."""

from tests.games.faults import Fault

WORDS = "words.py"
PHASES = 'PHASES = ("claiming"'

FAULTS_IN_WORDS = [
    Fault(
        "missing phrase",
        WORDS,
        '"tell.out"',
        '"tell" + ".gone"',
        "tell.. of action 0 .* uses the phrase “tell.gone”, which en.json",
    ),
    Fault(
        "missing argument",
        WORDS,
        '"tell.sky", {"n": _stars(after)}',
        '"tell.sky", {"m": _stars(after)}',
        "“tell.sky” needs 'n'",
    ),
    Fault(
        "not a phrase",
        WORDS,
        'return Phrase("label.doubt", {"stars": s.claim})',
        'return "Doubt"',
        "label.. of action 0 gives 'Doubt', not a Phrase",
    ),
    Fault(
        "nothing told",
        WORDS,
        'return [Phrase("tell.raise"',
        'return [] or [] and [Phrase("tell.raise"',
        "nothing is told",
    ),
    Fault(
        "notation twice",
        WORDS,
        'return f"raise {action - RAISE + 1}"',
        'return f"raise {(action - RAISE) // 2}"',
        "actions 1 and 2 have the same notation",
    ),
    Fault(
        "a number of NumPy's",
        WORDS,
        '"claim": s.claim',
        '"claim": s.record().claim',
        r"view\(\)\['claim'\] is np.int16.* hold plain data",
    ),
    Fault(
        "words that fail",
        WORDS,
        "PHASES[s.phase]",
        "PHASES[s.phase + 2]",
        r"view\(\) of words.py uses an index",
    ),
    Fault(
        "words that peek",
        WORDS,
        '"turn": s.turn,',
        '"turn": s.turn, "luck": __import__("random").random(),',
        "give viewer . two views",
    ),
    Fault(
        "words that change",
        WORDS,
        "    loser = after.loser\n",
        "    loser = after.loser\n    after.claim += 1\n",
        r"tell\(\) of words.py changes the record that it is given, in words.py, line \d+: after.claim",
    ),
    Fault(
        "words that change an array",
        WORDS,
        "    loser = after.loser\n",
        "    loser = after.loser\n    after.dice[loser] += 1\n",
        r"tell\(\) of words.py changes the record that it is given, in words.py",
    ),
    Fault("no such rule", WORDS, 'return "R5", Phrase', 'return "R55", Phrase', "names rule 'R55' .* not in rules.md"),
    # Functions that a game may leave out
    Fault(
        "notation that fails",
        WORDS,
        '        return "doubt"',
        "        return PHASES[3]",
        r"notation\(\) uses an index .*, in words.py, line \d+: return PHASES\[3\]",
    ),
    Fault(
        "notation that does not end",
        WORDS,
        '        return "doubt"',
        "        while True:\n            pass",
        r"notation\(\) does not return",
    ),
    Fault("wrong flows", WORDS, PHASES, f"def flows(action):\n    return 2\n\n\n{PHASES}", r"flows\(\) gives 2 for"),
    Fault(
        "wrong answer",
        WORDS,
        PHASES,
        f"def obvious(action):\n    return 1 // 0\n\n\n{PHASES}",
        r"obvious\(\) of words.py divides by zero",
    ),
    Fault(
        "waiting for nobody",
        WORDS,
        PHASES,
        f"def waiting(e, s):\n    return [7]\n\n\n{PHASES}",
        r"waiting\(\) gives \[7\], but the seats that have a move are \[.\]",
    ),
    Fault(
        "wrong afterwards",
        WORDS,
        PHASES,
        f"def afterwards(phrases):\n    return [1]\n\n\n{PHASES}",
        r"afterwards\(\) of action . gives 1, not a Phrase",
    ),
    Fault("a piece that plays nothing", WORDS, "action=SHOW + face - 1", "action=99", "a piece plays action 99"),
    Fault("an area of nobody", WORDS, "dice, owner)", "dice, 17)", "an area belongs to seat 17, of 2 seats"),
]
