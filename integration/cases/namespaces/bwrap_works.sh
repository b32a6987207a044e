# SPDX-License-Identifier: Apache-2.0
# bubblewrap, as coding agents use it: what works bare works, what is denied is denied by its name outside.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
command -v bwrap >/dev/null || skip "bwrap is not installed (apt-get install bubblewrap)"
box=(bwrap --unshare-all --die-with-parent --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp)
same_as_bare 'echo before >before' bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc sh -c 'cat before; echo no >before; echo hi >/dev/null; ls /proc/self/fd | wc -l'
precious nest/egg tools/egg
guard_run "${guard_options[@]}" -- "${box[@]}" --bind "$PWD" "$PWD" bash -c 'echo made >made; cat made; mv made moved; rm moved
  mkdir -p /tmp/x; echo y >/tmp/x/y; rm -r /tmp/x; printf z >/proc/self/comm; rm nest/egg; python3 -c "import os; os.unlink(\"tools/egg\")"; touch end'
assert_exists end
assert_missing moved
assert_untouched nest/egg tools/egg
assert_recorded "r['act'] == 'delete' and r['decision'] != 'allow' and r['objects'] == ['$PWD/tools/egg']"
# A build in a sandbox.
command -v cc >/dev/null || exit 0
printf 'int main(void) { return 7; }\n' >seven.c
guard_run "${guard_options[@]}" -- "${box[@]}" --bind "$PWD" "$PWD" bash -c 'cc -c seven.c -o seven.o && cc seven.o -o seven; ./seven'
assert_status 7
