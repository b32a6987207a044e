# SPDX-License-Identifier: Apache-2.0
# Globs in the folder's name, quoting and leading assignments change nothing: what starts is judged
# by the words it starts with; and the preview reads them the same way. Threats 29, 32, 33.
. "$LIB/case.sh"
stand_in git
lines=(
  'bin/git push --force' './b*n/git push --force' './b[i]n/g?t push --force' '{./bin/git,push,--force}' "\$'\\x67it' push --force" "\$'g\\151t' push --force"
  'g\it push --force' "g''it push --force" 'g""it pu""sh --fo""rce' '"git" "push" "--force"' "git push \$'--for\\x63e'" "git pus\\h \\--force"
  'FOO=1 git push --force' 'FOO=1 BAR="a b" git push -f' 'X=git; $X push --force' 'X=push; git $X --force' 'X="push --force"; git $X' 'git p${EMPTY}ush --force'
  'IFS=,; X=git,push,--force; $X' 'eval "git push --force"' 'eval g it push 2>/dev/null; eval "g"it push --force' "\$(echo git) push --force" 'git $(echo push --force)'
  'command git push --force' 'builtin command git push --force' 'exec git push --force' '\git push --force' 'git    push	--force' 'git \
 push --force' 'if git push --force; then :; fi' '! git push --force' '(((1))) && git push --force' 'f() { git push --force; }; f' 'alias g="git push --force"; shopt -s expand_aliases
g' 'trap "git push --force" EXIT' '. <(echo git push --force)' 'source /dev/stdin <<<"git push --force"' 'printf "git push --force" | bash' 'bash <<<"git push --force"' 'echo Z2l0IHB1c2ggLS1mb3JjZQ== | base64 -d | sh'
)
for line in "${lines[@]}"; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
done
assert_recorded "r['act'] == 'exec' and 'GIT_PUBLISH' in r['categories'] and r['risk_tier'] == 3 and r['decision'] in ('ask', 'deny')"
for line in 'git push --force' 'g\it push --force' "g''it push --force" "\$'\\x67it' push --force" 'FOO=1 git push --force' '/usr/*/git branch -D main' \
  '/usr/bin/git push --force' 'command git push --force' 'git pus\h --force' 'eval "git push --force"' 'git -C . push -f' 'git --git-dir=x push --force'; do
  status=0
  guard check --shell "$line" >"$OUT" || status=$?
  ((status == 3 || status == 4)) || fail "the preview lets it run: $line"
done
guard_run --on-ask deny -- bash -c 'FOO=1 g\it status'
assert_content "$OUT" "git ran"
