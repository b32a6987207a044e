# SPDX-License-Identifier: Apache-2.0
# A developer's day on a python project of before: a venv, tests, edits in place, byte code cleaned,
# commits on a branch. Nothing is asked.
# timeout: 240
. "$LIB/case.sh"
/usr/bin/python3 -c 'import venv, ensurepip' 2>/dev/null || skip "no venv module here"
with_undo
git config --global user.name ana
git config --global user.email ana@example.org
mkdir day tests
printf 'def add(a, b):\n    return a+b\n' >day/__init__.py
printf 'import unittest\nfrom day import add\n\n\nclass AddTest(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(2, 2), 4)\n' >tests/test_add.py
: >tests/__init__.py
printf '[project]\nname = "day"\nversion = "1"\n' >pyproject.toml
printf '__pycache__/\n.venv/\n' >.gitignore
git init -q -b main .
git add .
git commit -qm start
cat >"$CASE_ROOM/day.sh" <<'SH'
set -e
/usr/bin/python3 -m venv .venv
.venv/bin/python -m unittest discover -s tests -t .
.venv/bin/python - <<'PY'
import pathlib
path = pathlib.Path("day/__init__.py")
path.write_text(path.read_text().replace("a+b", "a + b"))
PY
.venv/bin/python -m compileall -q day
.venv/bin/python -m unittest discover -s tests -t .
git switch -q -c style && git commit -qam 'day: blanks'
find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
git switch -q main && git merge -q style && git branch -d style
git status --porcelain
rm -rf .venv
SH
guard_run --on-ask deny -- bash "$CASE_ROOM/day.sh"
assert_status 0
assert_nothing_asked
