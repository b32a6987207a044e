# SPDX-License-Identifier: Apache-2.0
# guard, each of its subcommands and its policy files have a manual page, which says how it is used
# and what its status means, names every option of --help, and which groff and mandoc read without a
# word.
. "$LIB/case.sh"
guard --print-manual >guard.1
guard policy --print-file-manual >guard-policy.5
for name in $(guard --print-documented); do
  guard "$name" --print-manual >"guard-$name.1" || fail "no page of guard $name"
  for section in NAME SYNOPSIS DESCRIPTION EXAMPLES 'EXIT STATUS' ENVIRONMENT 'SEE ALSO'; do
    assert_says "guard-$name.1" ".SH $section"
  done
  grep -A2 '^\.SH DESCRIPTION$' "guard-$name.1" | grep -q '^[A-Z]' || fail "guard-$name.1 describes nothing"
  assert_says guard.1 "guard\\-${name//-/\\-}\\fR(1)"
done
assert_says guard-policy.5 '\fBpre_confirmed\fR'
for name in run undo check; do
  for option in $(guard "$name" --print-options); do
    [[ $option == --help ]] || assert_says "guard-$name.1" "\\fB${option//-/\\-}\\fR"
  done
done
for part in $(guard audit --print-documented); do assert_says guard-audit.1 ".SS guard audit $part"; done
for part in $(guard policy --print-documented); do assert_says guard-policy.1 ".SS guard policy $part"; done

read_by=0
for page in *.[15]; do
  if command -v groff >/dev/null; then
    groff -ww -man -Tutf8 "$page" >"$OUT" 2>"$ERR" || fail "groff: $page"
    [[ ! -s $ERR ]] || fail "groff warns of $page"
    read_by=$((read_by + 1))
  fi
  if command -v mandoc >/dev/null; then
    mandoc -Tlint -Wstyle "$page" >"$ERR" || fail "mandoc warns of $page"
    read_by=$((read_by + 1))
  fi
done
((read_by > 0)) || skip "neither groff nor mandoc here to read them: the pages say what they should"
