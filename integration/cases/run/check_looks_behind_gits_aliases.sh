# SPDX-License-Identifier: Apache-2.0
# An alias of git stands for a command: check tells what that would come to.
. "$LIB/case.sh"
git init -q .
git config alias.wipe 'reset --hard'
git config alias.again wipe
git config alias.trees '!rm -rf /home'
git config alias.seen 'log --oneline'
git config alias.round round
says() { # WORD DECISION RULE: the later act of git WORD
  guard check --json -- git "$1" >"$OUT" || true
  python3 -c 'import json, sys
later = json.load(open(sys.argv[1]))["later"]
assert any(act["decision"] == sys.argv[2] and act["rule"] == sys.argv[3] for act in later), later' "$OUT" "$2" "$3" || fail "git $1: $(<"$OUT")"
}
says wipe ask git.reset.hard
says again ask git.reset.hard
says trees block fs.absurd
for word in seen round; do
  guard check --json -- git "$word" >"$OUT" || true
  python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["later"] == []' "$OUT" || fail "git $word: $(<"$OUT")"
done
