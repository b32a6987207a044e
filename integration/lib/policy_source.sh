# SPDX-License-Identifier: Apache-2.0
# Policy sources. . "$LIB/policy_source.sh" after case.sh.
#
#   source_of LINE...      writes the description of the source, which takes signatures of $KEY; "file: ..." and so on
#   publish TEXT [OPTION]  puts a policy with the next number to $PUBLISHED
#   fetch                  guard policy fetch, which must succeed; $OUT
#   refuses TEXT           guard policy fetch, which must fail and say so on one line
#   holds NUMBER           what guard policy status says (0: none)
PLACE=$CASE_ROOM/home/source
KEY=$PLACE/key
PUBLISHED=$PLACE/published/policy.yaml
export GUARD_SOURCE=$PLACE/machine
mkdir -p "$GUARD_SOURCE" "$PLACE/published"
chmod go-w "$PLACE" "$GUARD_SOURCE"
[[ ! -e /etc/guard/policy.yaml && ! -e /etc/guard/source.yaml ]] || skip "this machine has a policy of root's"

make_key() { # PATH
  guard policy keygen "$1" --comment case >"$OUT" 2>"$ERR" || fail "keygen: $(cat "$ERR")"
}
source_of() { # LINE...
  printf '%s\n' "$@" "keys: [\"$(<"$KEY.pub")\"]" >"$GUARD_SOURCE/source.yaml"
}
publish() { # TEXT [OPTION...]
  local text=$1
  shift
  printf '%b\n' "$text" >"$PLACE/policy.yaml"
  guard policy publish --key "$KEY" "$@" "$PLACE/policy.yaml" "$PUBLISHED" >"$OUT" 2>"$ERR" ||
    fail "publish: $(cat "$ERR")"
}
fetch() { guard policy fetch >"$OUT" 2>"$ERR" || fail "fetch: $(cat "$OUT" "$ERR")"; }
refuses() { # TEXT
  ! guard policy fetch >"$OUT" 2>"$ERR" || fail "taken: $(cat "$OUT")"
  assert_says "$ERR" "$1"
  [[ $(wc -l <"$ERR") -eq 1 ]] || fail "not one line: $(cat "$ERR")"
  [[ $(guard policy status --json || true) == *'"outcome":'*'"failed"'* ]] || fail "not noted: $(guard policy status)"
}
holds() { # NUMBER
  local status held
  status=$(guard policy status --json || true)
  held=$(python3 -B "$LIB/query.py" value "(data['held'] or {'release': 0})['release']" <<<"$status")
  [[ $held == "$1" ]] || fail "release $held holds, not $1: $status"
}
make_key "$KEY"
