# SPDX-License-Identifier: Apache-2.0
# Shells, make, git, threads of python and node run under the ptrace backend as they do bare.
# timeout: 300
. "$LIB/case.sh"
export GUARD_BACKEND=ptrace
same_as_bare '' bash -c 'mkdir -p a/b && echo one >a/f && cat a/f && (echo two; echo three) | sort >a/b/g && ln -s f a/l && mv a/b/g a/h && rm a/f && ls -R a; exec 5>>a/h; echo four >&5; trap "exit 3" TERM; kill -TERM $$'
same_as_bare '' python3 -c '
import os, subprocess, threading
def work(i):
    with open(f"file{i}", "w") as out: out.write(str(i))
    os.rename(f"file{i}", f"done{i}")
threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
[t.start() for t in threads]; [t.join() for t in threads]
print(sorted(os.listdir(".")), subprocess.run(["bash", "-c", "exit 7"]).returncode, flush=True)'
if command -v gcc >/dev/null && command -v make >/dev/null; then
  same_as_bare 'printf "int two(void) { return 2; }\n" >two.c; printf "#include <stdio.h>\nint two(void);\nint main(void) { printf(\"%%d\\\\n\", two()); }\n" >main.c; printf "prog: main.o two.o\n\tgcc -o prog main.o two.o\n" >Makefile' \
    bash -c 'make -s -j2 && ./prog && rm -f two.o main.o'
fi
if command -v git >/dev/null; then
  leave_out=(.git)
  same_as_bare 'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b GIT_CONFIG_NOSYSTEM=1' \
    bash -c 'git init -q -b main . && echo one >f && git add f && git commit -qm one && git checkout -qb side && echo two >f && git commit -qam two && git checkout -q main && git merge -q side && cat f && git status --short'
  leave_out=()
fi
if command -v node >/dev/null; then
  same_as_bare '' node -e '
    const fs = require("fs");
    fs.writeFileSync("one", "1"); fs.promises.writeFile("two", "2").then(() => {
      fs.renameSync("one", "three"); console.log(fs.readdirSync(".").sort().join()); });'
fi
