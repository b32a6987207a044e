# SPDX-License-Identifier: Apache-2.0
# While a program is asked about, another one is put in its place: by rename, by a link, or written
# into the very file; for a script, too. Only what was shown may start. Threats 25, K22.
. "$LIB/case.sh"
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
version: 1
extends: [default]
rules:
  - {id: ask-tool, when: {command: tool, act: [exec]}, decision: ask}
YAML
put() { # binary | script
  rm -f tool shown
  if [[ $1 == binary ]]; then cp "$PROGRAMS/witness" shown; cp "$PROGRAMS/stand_in" evil; fi
  if [[ $1 == script ]]; then
    printf '#!/bin/sh\necho shown\n' >shown
    printf '#!/bin/sh\necho ran >"$RAN"\n' >evil
  fi
  chmod +x shown evil
  if [[ ${2:-} == link ]]; then ln -s shown tool; else mv shown tool; fi
}
approved_after() { # COMMAND: put in the place while the question waits
  start_guarded --policy "$CASE_ROOM/policy.yaml" -- bash -c './tool; echo "status $?"'
  wait_for_question
  eval "$1"
  guard approve "$question_id"
  finish_guarded
}
ids=()
for kind in binary script; do
  for how in 'mv evil tool' 'cat evil >tool' 'ln -sfn evil tool' 'cp evil x; ln -f x tool'; do
    put "$kind" "$([[ $how != ln* ]] || echo link)"
    approved_after "$how"
    assert_nothing_ran "$kind: $how"
    ids+=("$question_id")
  done
done
for question_id in "${ids[@]}"; do
  assert_recorded "r['rule'] == 'exec.replaced' and r['decision'] == 'deny' and r['outcome'] == 'refused' and r['approval_id'] == '$question_id'"
done
put script
approved_after true
assert_says "$OUT" shown
put binary
approved_after true
assert_says "$OUT" "status 0"
