# SPDX-License-Identifier: Apache-2.0
# Containers as Docker's own engine starts them, with the profile that is built into it: as ci/containers_of_every_kind.
# `./dev containers` tries all kinds and prints the table.
# timeout: 300
. "$LIB/case.sh"
[[ -z ${GUARD_BACKEND:-} ]] || skip "the table is that of the backend that a run takes by itself"
. "$LIB/docker.sh"
cp "$LIB/container_row.sh" "$DOCKER/case/row.sh"
for_a_user=verified
has_landlock_roots || for_a_user=mediated
for user in 0 1000; do
  for capabilities in default none; do
    for root in writable read-only; do
      [[ -n ${SLOW:-} || "$user $capabilities $root" == @("0 default writable"|"1000 none read-only") ]] || continue
      more=()
      [[ $capabilities == default ]] || more+=(--cap-drop=ALL --security-opt no-new-privileges)
      [[ $root == writable ]] || more+=(--read-only)
      wanted=mediated
      ((user == 0)) || wanted=$for_a_user
      in_docker --user "$user:$user" "${more[@]}" -- sh /opt/case/row.sh engine
      [[ $status -eq 0 && $(<"$OUT") == "row $wanted"* ]] || fail "user $user, $capabilities, $root: $(<"$OUT") $(<"$ERR")"
      [[ -z ${SLOW:-} ]] || printf 'note: %-11s %-5s %-13s %-10s %s\n' engine "$user" "$capabilities" "$root" "$(sed 's/^row //' "$OUT")"
    done
  done
done
