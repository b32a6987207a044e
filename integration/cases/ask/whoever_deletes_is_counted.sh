# SPDX-License-Identifier: Apache-2.0
# Files of before that go one by one are counted whatever program deletes them, and what is deleted where no exec shows
# it. A linker, tar and whoever puts a new file in the place of the old one are no such program.
# timeout: 240
. "$LIB/case.sh"
with_undo
fill() { # COUNT
  rm -rf many && mkdir many && (cd many && seq -f 'f%g' 101 $((100 + $1)) | xargs -I{} sh -c 'echo old >{}')
}
left() { find many -name 'f???' | wc -l; }
keeps_most() { # WORD...: at most 10 of 40 go
  fill 40
  guard_run --on-ask deny -- "$@"
  (($(left) >= 30)) || fail "$(left) of 40 are left after: $*"
  assert_says "$ERR" "(rule fs.delete"
}

# One that runs its own rm.
if command -v busybox >/dev/null; then
  echo 'rm -rf many' >x.sh
  keeps_most busybox sh -c 'rm -rf many'
  [[ $(left) == 40 ]] || fail "guard check asks about the text, and the run let $((40 - $(left))) go"
  keeps_most busybox sh x.sh
  keeps_most bash -c 'echo many | busybox xargs rm -rf'
  keeps_most bash -c 'for f in many/*; do busybox rm $f; done'
  keeps_most bash -c "find . -name 'f[0-9]*' -exec busybox rm {} \;"
fi
if command -v zsh >/dev/null; then
  keeps_most zsh -c 'zmodload zsh/files; rm -rf many'
fi
# Build tools, too: what they delete is no build output.
if command -v ninja >/dev/null; then
  (cd "$CASE_ROOM" && seq -f 'build many/f%g: touch' 101 140) >outs
  printf 'rule touch\n  command = touch $out\n' | cat - outs >build.ninja
  keeps_most ninja -t clean
fi
keeps_most bash -c 'for f in many/*; do find $f -delete; done'
if command -v cmake >/dev/null; then
  keeps_most bash -c 'for f in many/*; do cmake -E rm $f; done'
fi
keeps_most bash -c 'for f in many/*; do gzip -q $f; rm $f.gz; done'
if command -v java >/dev/null && java --version 2>/dev/null | grep -q 'openjdk [1-9][1-9]'; then
  printf 'class Del { public static void main(String[] a) { for (java.io.File f : new java.io.File("many").listFiles()) f.delete(); } }\n' >Del.java
  keeps_most java Del.java
fi

# Replaced, and saved so: as often as you like.
replaces_all() { # WORD...
  fill 40
  guard_run --on-ask deny -- "$@"
  assert_status 0
  [[ $(left) == 40 ]] || fail "$(left) of 40 are left after: $*"
  ! grep -qs old many/* || fail "not all was replaced by: $*"
}
fill 40
(cd many && for f in *; do echo new >"$f"; done && tar -cf ../new.tar .)
replaces_all tar -C many -xf new.tar
replaces_all bash -c 'for f in many/*; do cp --remove-destination new.tar $f; done'
replaces_all bash -c 'for f in many/*; do sed -i s/old/new/ $f; done'
replaces_all python3 -c 'import os
for name in sorted(os.listdir("many")):
    path = "many/" + name
    os.rename(path, path + "~")
    open(path, "w").write("new")
    os.unlink(path + "~")'
if command -v gcc >/dev/null; then
  printf 'int one;\n' >one.c
  mkdir objects
  for i in {1..30}; do cp one.c "objects/$i.c" && echo old >"objects/$i.o"; done
  printf 'all: %s\nclean:\n\trm -f objects/*.o\n%%.o: %%.c\n\tgcc -c -o $@ $<\n' "$(echo objects/{1..30}.o)" >Makefile
  guard_run --on-ask deny -- sh -c 'touch objects/*.c; make -s -B all && make -s clean'
  assert_status 0
  [[ -z $(find objects -name '*.o') ]] || fail "make clean left $(ls objects)"
fi
