# SPDX-License-Identifier: Apache-2.0
# Outside of the roots guard acts and hands the file in: what was approved happens as without roots.
. "$LIB/case.sh"
needs_landlock_roots
away=$CASE_ROOM/home/away
precious "$away/gone" "$away/shorter" "$away/longer" "$away/moved"
guard_run --landlock on --on-ask allow -- bash -c 'set -e; cd "$0"
  rm gone; echo cut >shorter; echo more >>longer; mv moved elsewhere; mkdir made; ln -s x made/link
  exec 3<>both; echo one >&3; truncate -s 2 shorter
  python3 -c "import os; f = os.open(\"both\", os.O_RDWR); os.ftruncate(f, 1); os.write(f, b\"12\")"' "$away"
assert_status 0
assert_missing "$away/gone" "$away/moved"
assert_content "$away/shorter" cu
assert_content "$away/longer" "precious $away/longer"$'\n'more
assert_content "$away/both" 12
assert_exists "$away/elsewhere" "$away/made/link"
assert_recorded "r['level'] == 'verified' and r['act'] == 'delete' and r['approval_status'] == 'skipped'"
start_guarded --landlock on -- bash -c 'rm "$0"' "$away/longer"
wait_for_question
guard approve "$question_id"
finish_guarded
assert_status 0
assert_missing "$away/longer"
