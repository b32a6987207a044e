# SPDX-License-Identifier: Apache-2.0
# A file that a session put into a folder of its own, which it then closed, is found there and comes
# back.
. "$LIB/case.sh"
with_undo
for what in moved changed linked; do
  mkdir -p "$what/d"
  cd "$what"
  precious f d/inner
  case $what in
    moved) script='mkdir x; mv f x/g; chmod 0 x' ;;
    changed) script='echo new >d/inner; mkdir -p x/y; mv d x/y/d; chmod 0 x/y x' ;;
    linked) script='mkdir x; ln f x/g; rm f; chmod 0 x' ;;
  esac
  guard_run --on-ask deny --session "$what" -- sh -c "$script"
  assert_status 0
  guard undo --yes --session "$what" 2>"$ERR" || fail "$what: status $?"
  if [[ -e x ]]; then
    [[ $(stat -c %a x) == 0 ]] || fail "$what: x has mode $(stat -c %a x)"
    [[ $what != changed ]] || chmod 700 x
    find x -exec chmod 700 {} + 2>/dev/null || true
    rm -rf x
  fi
  assert_untouched f d/inner
  [[ $(stat -c %h f) -eq 1 ]] || fail "$what: not as before"
  cd ..
done
