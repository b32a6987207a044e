# SPDX-License-Identifier: Apache-2.0
# Whatever call changes metadata outside the project: denied, and the object is as it was; a
# descriptor for reading is no way around. T17, 5.
# timeout: 180
. "$LIB/case.sh"
state_of() {
  stat -c '%a %u:%g %X %Y %h' "$1"
  python3 -c 'import os, sys; print(sorted(os.listxattr(sys.argv[1])))' "$1"
  lsattr -d "$1" 2>/dev/null || true
}
target=$HOME/outside/file
precious "$target"
chmod 640 "$target"
touch -d 2001-02-03 "$target"
python3 -c 'import os, sys; os.setxattr(sys.argv[1], "user.old", b"v")' "$target"
before=$(state_of "$target")
forms=$("$PROGRAMS/change_metadata")
for form in $forms; do
  guard_run --on-ask deny -- "$PROGRAMS/change_metadata" "$form" "$target"
  case $(<"$OUT") in
    "$form: EPERM") ;;
    "$form: ENOSYS" | "$form: EOPNOTSUPP" | "$form: ENOTTY") continue ;; # an older kernel, no such flags here
    *) fail "$form: answered '$(<"$OUT")'" ;;
  esac
  [[ $(state_of "$target") == "$before" ]] || fail "$form changed it: $before / $(state_of "$target")"
  # Where the caller may do it at all, it is guard that refused.
  [[ $form == *chown* && $(id -u) -ne 0 ]] || assert_says "$ERR" "guard: denied"
done
assert_recorded "r['act'] == 'metadata' and r['decision'] in ('ask', 'deny') and r['rule'].startswith('fs.metadata')"
assert_untouched "$target"
# The same forms do change what the session made.
for form in $forms; do
  [[ $form != setuid_bit ]] || continue
  [[ $form != *chown* || $(id -u) -eq 0 ]] || continue
  guard_run --on-ask deny -- bash -c '
    echo x >mine; python3 -c "import os; os.setxattr(\"mine\", \"user.old\", b\"v\")"
    exec "$1" "$2" mine' case "$PROGRAMS/change_metadata" "$form"
  case $(<"$OUT") in
    "$form: 0" | "$form: ENOSYS" | "$form: EOPNOTSUPP" | "$form: ENOTTY") ;;
    *) fail "$form on a born file: $(<"$OUT")" ;;
  esac
  rm -f mine
done
