# SPDX-License-Identifier: Apache-2.0
# guard audit export into a file whose ending is no format writes nothing under that name.
. "$LIB/case.sh"
guard_run -- touch made
for name in audit.xml audit.xlsx .hidden.yaml; do
  status=0
  "$GUARD" audit export --output "$name" >"$OUT" 2>&1 || status=$?
  [[ $status == 2 ]] || fail "$name: status $status"
  assert_says "$OUT" "$name ends in is no known format: add --format jsonl, json, csv or ocsf"
  [[ ! -e $name ]] || fail "$name was written"
done
for name in audit.csv audit.log audit .hidden; do
  "$GUARD" audit export --output "$name" || fail "$name is refused"
  [[ -s $name ]] || fail "$name is empty"
done
"$GUARD" audit export --output audit.xml --format json
python3 -c 'import json; json.load(open("audit.xml"))'
