# SPDX-License-Identifier: Apache-2.0
# rm -rf of the home root (a throw-away one) is blocked, with nobody to ask and safe mode off.
. "$LIB/case.sh"
precious "$HOME/document"
for options in '' '--mode trusting' '--mode trusting --safe-mode off' '--safe-mode off' '--on-ask allow' '--mode paranoid --on-ask deny'; do
  for line in 'rm -rf "$HOME"' 'rm -rf ~/' 'cd ~ && rm -rf -- "$PWD"'; do
    # shellcheck disable=SC2086
    guard_run $options -- bash -c "$line"
    assert_status_not 0
    assert_untouched "$HOME/document"
  done
done
assert_recorded "r['decision'] == 'block'"
