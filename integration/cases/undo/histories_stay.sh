# SPDX-License-Identifier: Apache-2.0
# The undo of a session leaves alone what shells and others remember of what was typed; named by its path such a file
# is given back, and so is one that the session deleted.
. "$LIB/case.sh"
with_undo
mkdir -p "$HOME/.local/share/fish"
names="$HOME/.bash_history $HOME/.zsh_history $HOME/.lesshst $HOME/.python_history $HOME/.node_repl_history $HOME/.psql_history
  $HOME/.mysql_history $HOME/.sqlite_history $HOME/.viminfo $HOME/.local/share/fish/fish_history"
for name in $names; do echo before >"$name"; done
precious notes my_history.txt
echo before >"$HOME/.irb_history"
guard_run --on-ask allow --session s -- bash -c "for name in $(echo $names); do echo more >>\$name; done; mv -f my_history.txt notes
echo new >$HOME/.zsh_history.new; mv $HOME/.zsh_history.new $HOME/.zsh_history; rm $HOME/.irb_history"
assert_status 0
guard undo --yes --session s >"$OUT" || fail "undo ended with $?: $(<"$OUT")"
grep -q 'stay as they are: guard undo ' "$OUT" || fail "no word of them: $(<"$OUT")"
assert_untouched notes
assert_untouched my_history.txt
assert_content "$HOME/.irb_history" before
assert_content "$HOME/.zsh_history" new
for name in $names; do
  [[ $name == *zsh* || $(tail -1 "$name") == more ]] || fail "$name was put back"
done
guard undo --yes "$HOME/.bash_history" >"$OUT" || fail "by its path: undo ended with $?: $(<"$OUT")"
assert_content "$HOME/.bash_history" before
guard undo --yes --session "$(sed -n 's/.*guard undo --session //p' "$OUT")" >/dev/null || fail "the undo of that ended with $?"
[[ $(tail -1 "$HOME/.bash_history") == more ]] || fail "the undo of that left it"
