# SPDX-License-Identifier: Apache-2.0
# no_new_privs takes nothing from root that needs no set-user-ID bit: it may still become somebody
# else. An ordinary user gains nothing (attacks/t12_sudo). T24.
. "$LIB/case.sh"
((EUID == 0)) || skip "only root can become other users"
same_as_bare '' python3 -c 'import os
os.setgroups([]); os.setgid(65534); os.setuid(65534)
print(os.getuid(), os.getgid(), os.getgroups())
try: open("/etc/shadow").close()
except PermissionError as error: print(error)'
command -v sudo >/dev/null || exit 0
start_guarded -- sudo -n -u nobody id -un
wait_for_question
guard approve "$question_id"
finish_guarded
assert_status 0
assert_content "$OUT" nobody
