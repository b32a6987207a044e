# SPDX-License-Identifier: Apache-2.0
# A file of before that gets a name in a build folder, loses its other one there, or is moved there by
# an exchange stays what it is: what can be made again is the build's alone.
. "$LIB/case.sh"
with_undo
mkdir -p w/folder w/node_modules/own w/shared
cd w
for name in f g h; do printf 'precious %s\n' "$name" >"$name"; done
printf 'precious\n' >folder/x
printf 'precious\n' >shared/two
ln shared/two node_modules/two
printf 'built\n' >node_modules/own/x
remember .
free_policy "act: [link]"
guard_run --policy "$FREE" --on-ask deny --session s -- bash -c '
ln f node_modules/f; echo E >node_modules/f
ln g node_modules/g; rm g; rm node_modules/g
ln h node_modules/h; chmod 600 node_modules/h; touch -d 2001-01-01 node_modules/h; truncate -s 1 node_modules/h
rm shared/two; rm node_modules/two
rm -f node_modules/f node_modules/h; true'
guard undo --yes --session s
assert_as_remembered .
guard_run --on-ask deny -- python3 -c '
import ctypes, os
os.mkdir("node_modules/q")
print(ctypes.CDLL(None).renameat2(-100, b"folder", -100, b"node_modules/q", 2))
open("node_modules/r", "w").close()
os.rename("f", "node_modules/r")'
assert_content folder/x precious
assert_content f "precious f"
# A package that an installer linked there goes as one.
guard_run --on-ask deny -- rm -rf node_modules
assert_status 0
assert_missing node_modules
