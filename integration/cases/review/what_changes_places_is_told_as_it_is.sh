# SPDX-License-Identifier: Apache-2.0
# timeout: 200
# Files that change places, are moved over each other, written anew, and made: the patch leads from before to now and back, whatever
# the order; the list tells a difference exactly where there is one. First what once went wrong, then random acts.
. "$LIB/case.sh"
with_undo
command -v git >/dev/null || skip "no git here"
export GIT_CONFIG_GLOBAL=/dev/null
number=0
# tell ACTS: of a seed, or the acts of each command
tell() {
  number=$((number + 1))
  mkdir -p "places-$number/work"
  (cd "places-$number/work" && python3 -B "$LIB/random_places.py" "$GUARD" "$1" "$number") >"$OUT" 2>&1 || fail "$1: $(<"$OUT")"
}
for acts in "swap:a:b append:a:K1 anew:b:K3" "swap:a:b anew:a:K anew:b:L" "swap:a:b append:a:K mv:b:x" "backup:a:K swap:a:a~" \
  "mv:a:c vim:b:K" "swap:c:a,rm:b,append:c:K,make:a:L,make:c:M,vim:a:N" "backup:a:K append:c:L swap:a:b rewrite:a:M" \
  "backup:c:K backup:c~:L swap:c:a" "make:d:K anew:d:L swap:b:d mv:c:a swap:b:d"; do
  tell "$acts"
done
for seed in $(seq 25); do tell "$seed"; done
