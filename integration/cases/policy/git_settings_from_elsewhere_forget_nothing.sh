# SPDX-License-Identifier: Apache-2.0
# Git's settings say what a clean-up forgets. Guard asks about a clean-up with settings from a file that nobody looked at,
# or from the environment. A clean-up without them goes unasked.
. "$LIB/case.sh"
with_undo
git init -q -b main . && git config user.email a@b && git config user.name a
echo 1 >f && git add f && git commit -q -m first && lost=$(git rev-parse HEAD)
printf '[gc]\n pruneExpire = now\n reflogExpire = now\n reflogExpireUnreachable = now\n' >cfg
stays() { # WORD...
  guard_run --on-ask deny -- "$@"
  assert_status 126
  git cat-file -e "$lost" || fail "forgotten by $*"
}
stays git -c include.path="$PWD/cfg" gc
stays git -c includeIf.gitdir:/.path="$PWD/cfg" gc
stays env GIT_CONFIG_GLOBAL="$PWD/cfg" git gc
stays env GIT_CONFIG_SYSTEM="$PWD/cfg" git prune
stays env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=gc.pruneExpire GIT_CONFIG_VALUE_0=now git gc
stays env HOME="$PWD" git gc
stays env X=now git --config-env=gc.pruneExpire=X gc
for words in "git gc -q" "git -c gc.auto=0 gc -q" "env GIT_CONFIG_GLOBAL=/dev/null git gc -q" "env GIT_CONFIG_GLOBAL=$PWD/cfg git status"; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- $words
  assert_status 0
done
# Settings that git's own tools run a program by.
for setting in "imap.tunnel x" "sendemail.smtpServer /tmp/x" "lfs.customtransfer.x.path y" "lfs.standalonetransferagent x"; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- git config $setting
  assert_status 126
done
