# SPDX-License-Identifier: Apache-2.0
# A list of files of before is asked about whatever its length: around 20,000 operands, in pieces that xargs cuts, from
# a pipe, from a file, from a program. A short list that is typed goes unasked.
# timeout: 500
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

# From a pipe: 4 go, 5 are a list. (The answer depends on what xargs says: the words are in no
# text.)
fill 30
for count in 3 4 5 6; do
  head -n "$count" <(find many -type f | sort) >list
  kept=$(find many -type f | wc -l)
  guard_run --on-ask deny -- sh -c 'xargs rm -f <list'
  left=$(find many -type f | wc -l)
  ((count <= 4 ? left == kept - count : left == kept)) || fail "$count from a pipe: $kept before, $left after"
done
# From a program: 10 go, 11 are a list.
fill 90
for count in 9 10 11 12; do
  kept=$(find many -type f | wc -l)
  guard_run --on-ask deny -- python3 -c '
import os, subprocess, sys
names = sorted("many/" + name for name in os.listdir("many"))[:int(sys.argv[1])]
subprocess.run(["rm", "-f", *names])' "$count"
  left=$(find many -type f | wc -l)
  ((count <= 10 ? left == kept - count : left == kept)) || fail "$count from a program: $kept before, $left after"
done
# Typed, or put together by a program as if it were: the same.
fill 90
for count in 9 10 11; do
  kept=$(find many -type f | wc -l)
  guard_run --on-ask deny -- bash -c "rm -f $(find many -type f | sort | head -n "$count" | tr '\n' ' ')"
  left=$(find many -type f | wc -l)
  ((count <= 10 ? left == kept - count : left == kept)) || fail "$count typed: $kept before, $left after"
done
fill 60
keeps_all 60 sh -c 'bash -c "rm -f $(find many -type f | tr "\n" " ")"; true'
keeps_all 60 python3 -c 'import subprocess, glob; subprocess.run("rm -f " + " ".join(glob.glob("many/*")), shell=True)'

# Names that nobody typed are counted by file, however the runs cut them: 4 go.
loses_four() { # WORD...
  fill 40
  guard_run --on-ask deny -- "$@"
  local left
  left=$(find many -type f | wc -l)
  ((left == 36)) || fail "$left of 40 are left after: $*"
}
ls many >names
loses_four sh -c 'cd many; xargs -n 4 rm -f <../names'
loses_four sh -c 'cd many; xargs -n 2 sh -c "rm -f \$0 \$1" <../names'
loses_four bash -c 'cd many; while read -r a && read -r b; do rm "$a" "$b"; done <../names'
printf 'cd many; while read -r f; do rm "$f"; done <../names\n' >clean.sh
loses_four sh clean.sh
loses_four sh -c 'sh clean.sh; true'
# A list that leaves the workspace is asked about as a whole.
fill 40
away=$(mktemp -d)
keeps_all 40 bash -c "mv many/* $away/"
keeps_all 40 bash -c "mv -t $away many/1000[01]*"
guard_run --on-ask deny -- bash -c "mv many/100001 many/100002 $away/"
[[ $(find many -type f | wc -l) -eq 38 ]] || fail "two that were named did not go"
# A folder of before is one question by whatever program: the last step of it is asked about.
for words in "python3 -c 'import shutil; shutil.rmtree(\"small\")'" 'rm small/1 small/2; rmdir small'; do
  rm -rf small && mkdir small && touch small/1 small/2
  guard_run --on-ask deny -- bash -c "$words"
  [[ -d small ]] || fail "the folder went unasked by: $words"
done

# Commands that delete one file each, from whatever they are started: within a minute 20 go at most.
loses_few() { # WORD...
  fill 60
  find many -type f >list
  guard_run --on-ask deny -- "$@"
  local left
  left=$(find many -type f | wc -l)
  ((left >= 40 && left < 60)) || fail "$left of 60 are left after: $*"
}
loses_few bash -c 'while read -r f; do rm "$f"; done <list'
loses_few python3 -c 'import subprocess
for f in open("list"): subprocess.run(["rm", f.strip()])'
loses_few python3 -c 'import os
for f in open("list"):
    if os.fork() == 0:
        os.unlink(f.strip())
        os._exit(0)
    os.wait()'
# Files count, not runs: what one command names in pieces is what it would name at once.
fill 60
guard_run --on-ask deny -- sh -c 'sh -c "cd many; rm -f 100001 100002 100003 100004 100005 100006; rm -f 100007 100008 100009 100010; rm -f 100011 100012 100013"; true'
[[ $(find many -type f | wc -l) -eq 50 ]] || fail "$((60 - $(find many -type f | wc -l))) went by three runs, not 10"
# So do files that another one of before takes the name of, or that leave the workspace for /tmp.
loses_few python3 -c 'import os
for f in sorted(os.listdir("many"))[1:]: os.rename("many/" + f, "many/" + min(os.listdir("many")))'
loses_few bash -c 'for f in many/*; do mv -f "$f" many/100001; done'
loses_few python3 -c 'import os, tempfile
away = tempfile.mkdtemp()
for f in os.listdir("many"): os.rename("many/" + f, away + "/" + f)'
# Programs of the system that run what they are given.
for words in 'tclsh tcl' 'vim -u NONE -es -c "call delete(\"many\", \"rf\")" -c q' \
  "python3 /usr/lib/python3.11/timeit.py -n1 -r1 'import shutil; shutil.rmtree(\"many\")'"; do
  command -v "${words%% *}" >/dev/null || continue
  echo 'file delete -force many' >tcl
  loses_few bash -c "$words"
done
# A rename over the old file, by which a program saves, is no deletion.
fill 30
guard_run --on-ask deny -- python3 -c 'import os
for f in sorted(os.listdir("many")):
    open("new", "w").write(f)
    os.rename("new", "many/" + f)'
assert_status 0
[[ $(cat many/* | wc -c) -eq 180 ]] || fail "not all was saved"
