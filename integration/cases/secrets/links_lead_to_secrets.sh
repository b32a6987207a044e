# SPDX-License-Identifier: Apache-2.0
# A secret's name that is a symbolic link makes a secret of what it leads to, by whatever name that
# is read; an example stays one.
. "$LIB/case.sh"
mkdir -p "$HOME/dot/cloud"
echo TOKEN=canary >"$HOME/dot/plain"
echo canary >"$HOME/dot/cloud/credentials"
echo TOKEN=fill-in >.env.example
ln -s "$HOME/dot/plain" .env
ln -s dot/cloud "$HOME/.aws"
ln -s .env.example .env.local
for file in .env "$HOME/dot/plain" "$HOME/.aws/credentials" "$HOME/dot/cloud/credentials"; do
  guard_run --on-ask deny -- cat "$file"
  ((status != 0)) || fail "went through: $file"
  assert_silent "$OUT" canary
done
guard_run --on-ask deny -- cat .env.example
assert_says "$OUT" fill-in
