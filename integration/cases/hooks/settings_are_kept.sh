# SPDX-License-Identifier: Apache-2.0
# --install shows the difference and asks; other settings, the file's mode and a link to it stay; --uninstall takes out
# what was put in, and nothing else.
. "$LIB/case.sh"
mkdir -p "$HOME/.claude" dotfiles
printf '{\n  "model": "x",\n  "hooks": {\n    "PreToolUse": [\n      {\n        "matcher": "Edit",\n        "hooks": []\n      }\n    ]\n  }\n}\n' >dotfiles/settings.json
chmod 640 dotfiles/settings.json
cp dotfiles/settings.json before.json
ln -s "$PWD/dotfiles/settings.json" "$HOME/.claude/settings.json"
status=0
guard hook claude --install >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_status 1
assert_says "$OUT" "hook claude"
assert_says "$ERR" "--yes"
cmp dotfiles/settings.json before.json || fail "it was written unasked"
guard hook claude --install --yes >"$OUT"
python3 -B - dotfiles/settings.json "$GUARD" <<'PY'
import json, os, sys
settings = json.load(open(sys.argv[1]))
assert settings["model"] == "x", settings
entries = settings["hooks"]["PreToolUse"]
assert [e["matcher"] for e in entries] == ["Edit", "Bash"], entries
hook = entries[1]["hooks"][0]
assert hook["onFailure"] == "block" and hook["command"].endswith("guard hook claude"), hook
PY
[[ -L $HOME/.claude/settings.json ]] || fail "the link is gone"
[[ $(stat -c %a dotfiles/settings.json) == 640 ]] || fail "mode $(stat -c %a dotfiles/settings.json)"
guard hook claude --install --yes >"$OUT"
assert_says "$OUT" "nothing to change"
guard hook claude --uninstall --yes >"$OUT"
cmp dotfiles/settings.json before.json || fail "something else is there: $(<dotfiles/settings.json)"
[[ -z $(find dotfiles "$HOME/.claude" -type f ! -name settings.json) ]] || fail "litter: $(find dotfiles "$HOME/.claude")"
# A file that is not plain JSON is left alone, and the person is told what to add.
printf '// mine\n{}\n' >dotfiles/settings.json
status=0
guard hook claude --install --yes >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "--print"
assert_content dotfiles/settings.json "$(printf '// mine\n{}')"
# A file of our own comes and goes.
guard hook copilot --install --yes >"$OUT"
[[ -f $HOME/.copilot/hooks/guard.json ]] || fail "copilot's hook is not there"
guard hook copilot --uninstall --yes >"$OUT"
[[ ! -e $HOME/.copilot/hooks/guard.json ]] || fail "copilot's hook stays"
status=0
guard hook nobody 2>"$ERR" </dev/null || status=$?
assert_status 2
assert_says "$ERR" "claude, codex, gemini, qwen, copilot"
