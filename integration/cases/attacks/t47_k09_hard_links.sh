# SPDX-License-Identifier: Apache-2.0
# A hard link made inside to a file outside, or to a secret, does not make it the workspace's: the
# linking is asked about. Threats 47, K9.
. "$LIB/case.sh"
precious "$HOME/outside/file" "$HOME/.ssh/id_rsa" inside
for target in "$HOME/outside/file" "$HOME/.ssh/id_rsa"; do
  for how in 'ln "$0" here' 'ln -P "$0" here' 'cp -l "$0" here' "$PROGRAMS/call_link \$0 here" "$PROGRAMS/call_linkat \$0 here follow" "$PROGRAMS/call_legacy link \$0 here" \
    'ln -s "$0" way; ln -L way here' "python3 -c 'import os, sys; os.link(\"/proc/self/fd/%d\" % os.open(sys.argv[1], os.O_RDONLY), \"here\", follow_symlinks=True)' \$0"; do
    guard_run --on-ask deny -- bash -c "$how; [[ ! -e here ]] || { echo x >here; echo x >>here; truncate -s 0 here; }" "$target"
    assert_untouched "$target"
    [[ $(stat -c %h "$target") -eq 1 ]] || fail "linked: $how"
    rm -f here way
  done
done
assert_recorded "r['act'] == 'link' and r['decision'] in ('ask', 'deny')"
guard_run --on-ask deny -- bash -c 'echo x >born; ln born here; ln inside also; rm born here'
assert_status 0
[[ $(stat -c %h inside) -eq 2 ]] || fail "no link inside the workspace"
