# SPDX-License-Identifier: Apache-2.0
# A working folder reached by a link, login shells, and words with : = % block nothing. Threat 56.
. "$LIB/case.sh"
with_undo
mkdir real
precious real/f
ln -s "$PWD/real" "$HOME/by_link"
cd "$HOME/by_link"
guard_run --on-ask deny --workspace "$HOME/by_link" -- bash -c 'pwd; echo x >>f; echo y >new; mkdir d; rm new; rmdir d; echo z >"$HOME/by_link/g"; echo z >>"$HOME/by_link/f"; rm "$PWD/g"'
assert_status 0
assert_content "$OUT" "$HOME/by_link"
assert_nothing_asked
guard_run --on-ask deny -- bash -c "cd '$HOME/by_link'; echo x >'$HOME/by_link/f'; cat '$HOME/by_link/f'"
assert_content "$OUT" x
for line in 'bash -lc "echo a"' 'bash -lic "echo a" 2>/dev/null' 'command -v ls >/dev/null; echo a' 'type ls >/dev/null && echo a' ': a=b; echo a' 'printf "%s\n" a' 'echo a%b:c=d >/dev/null; echo a' 'X=a:b%c; echo a' \
  '[[ a == a ]] && echo a' 'env A=b:c=%d bash -c "echo a"' 'date +%s >/dev/null; echo a' 'git --version >/dev/null; echo a' 'dd if=/dev/null of=/dev/null 2>/dev/null; echo a' 'echo a | tee "n:a=m%e"'; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_status 0
  assert_content "$OUT" a
done
assert_nothing_asked
