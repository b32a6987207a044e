# SPDX-License-Identifier: Apache-2.0
# guard blame after undos: a person's own line is not told of an undo as if that was sure, and what an undo took back owns
# no line that was there before, also where the text in front of the undo was the same.
# timeout: 120
. "$LIB/case.sh"
with_undo
owners() { # FILE: of each line its command, "-" for before, "?" in front where it may be another's
  guard blame --json "$1" | python3 -B "$LIB/line_owners.py" command
}
are() { # FILE OWNER...
  [[ $(owners "$1") == "$(printf '%s\n' "${@:2}")" ]] || fail "of $1: $(owners "$1"), not: ${*:2}"
}
undone() { # SESSION WORD...: runs it, and takes it back
  guard_run -q --session "$1" -- "${@:2}"
  assert_status 0
  wait_for_closing
  sleep 0.2
  guard undo --session "$1" --all --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
}
printf 'a\nb\nc\n' >q
undone q1 sh -c 'echo more >>q'
undone q2 sh -c 'sed -i s/b/B/ q'
are q - - -
sleep 0.5
echo "by me" >>q
are q - - - "?guard undo of q2"
# There and back by git.
git init -q -b main repo && cd repo && git config user.email a@b && git config user.name a
echo a >s && git add . && git commit -qm one && printf 'a\nb\nc\n' >s && git commit -qam two
undone s1 sh -c 'git switch -q --detach HEAD~1; git switch -q main'
are s - - -
