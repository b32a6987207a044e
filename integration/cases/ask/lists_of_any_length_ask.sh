# SPDX-License-Identifier: Apache-2.0
# A list of files of before is asked about whatever its length: around 20,000 operands, in pieces that xargs cuts, from
# a pipe, from a file, from a program. What is short and typed goes unasked.
# timeout: 240
. "$LIB/case.sh"
with_undo # else one file is a question already
keeps_all() { # COUNT WORD...: nothing in many/ goes
  local count=$1
  shift
  guard_run --on-ask deny -- "$@"
  [[ $(find many -type f | wc -l) -eq $count ]] ||
    fail "$((count - $(find many -type f | wc -l))) of $count went unasked by: $*"
}
fill() { rm -rf many && mkdir many && (cd many && seq 100001 $((100000 + $1)) | xargs touch); }

# The listing is compared up to 20,000 entries, "." and ".." among them.
for count in 19997 19998 19999 20000 20001; do
  fill "$count"
  keeps_all "$count" sh -c 'cd many; printf "%s\0" * | xargs -0 -s 2000000 rm -f'
done
keeps_all 20001 sh -c 'cd many; printf "%s\0" * | xargs -0 rm -f'
keeps_all 20001 sh -c 'cd many; printf "%s\0" * | xargs -0 -n 4000 rm -f'
keeps_all 20001 sh -c 'ls many | sed s,^,many/, | xargs -n 5000 rm -f'
keeps_all 20001 sh -c 'find many -type f | xargs rm -f'
keeps_all 20001 sh -c 'ls -A many | grep -v 100007 | sed s,^,many/, | xargs rm -f'
# A pattern in the text around xargs is a wildcard of its own.
keeps_all 20001 sh -c 'ls many/10000[1-3] | xargs rm -f'

# From a pipe: 4 go, 5 are a list. (What xargs says decides: the words are in no text.)
fill 30
for count in 3 4 5 6; do
  head -n "$count" <(find many -type f | sort) >list
  kept=$(find many -type f | wc -l)
  guard_run --on-ask deny -- sh -c 'xargs rm -f <list'
  left=$(find many -type f | wc -l)
  ((count <= 4 ? left == kept - count : left == kept)) || fail "$count from a pipe: $kept before, $left after"
done
# From a program: 20 go, 21 are a list.
fill 90
for count in 19 20 21 22; do
  kept=$(find many -type f | wc -l)
  guard_run --on-ask deny -- python3 -c '
import os, subprocess, sys
names = sorted("many/" + name for name in os.listdir("many"))[:int(sys.argv[1])]
subprocess.run(["rm", "-f", *names])' "$count"
  left=$(find many -type f | wc -l)
  ((count <= 20 ? left == kept - count : left == kept)) || fail "$count from a program: $kept before, $left after"
done
# Typed by name: no list.
guard_run --on-ask deny -- bash -c "rm -f $(find many -type f | sort | head -n 25 | tr '\n' ' ')"
[[ $(find many -type f | wc -l) -eq $((left - 25)) ]] || fail "what was typed is taken for a list"
