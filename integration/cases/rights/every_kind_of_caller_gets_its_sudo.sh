# SPDX-License-Identifier: Apache-2.0
# Programs start sudo in many ways: by vfork, from a static program without libc, from Go, node, perl, make and
# java, a hundred at once. Each gets what it would get without guard.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
cat >vforks.c <<'S'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  char *argv[] = {"sudo", "/usr/bin/id", "-u", NULL}, *envp[] = {"A=1", NULL};
  int status = 0;
  if (vfork() == 0) { execve("/usr/bin/sudo", argv, envp); _exit(99); }
  wait(&status);
  printf("vfork %d\n", status);
  return 0;
}
S
cat >bare.c <<'S'
/* No libc: nothing has set up a stack to spare. */
static long call(long n, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}
void _start(void) {
  static char *argv[] = {"sudo", "/bin/echo", "no libc", 0}, *envp[] = {0};
  call(59, (long)"/usr/bin/sudo", (long)argv, (long)envp);
  call(60, 99, 0, 0);
}
S
cat >starts.go <<'S'
package main

import "fmt"
import "os/exec"

func main() {
	out, err := exec.Command("sudo", "sh", "-c", "echo from go; exit 4").Output()
	fmt.Print(string(out), err, "\n")
}
S
printf 'all:\n\t@sudo echo made\n\t@sudo sh -c "exit 3"\n' >Makefile
cat >Start.java <<'S'
class Start {
  public static void main(String[] words) throws Exception {
    Process one = new ProcessBuilder("sudo", "sh", "-c", "echo java; exit 8").start();
    System.out.print(new String(one.getInputStream().readAllBytes()));
    System.out.println(one.waitFor());
  }
}
S
! command -v javac >/dev/null || javac Start.java
cc -o vforks vforks.c
[[ $(uname -m) != x86_64 ]] || cc -static -nostdlib -fno-stack-protector -o no_libc bare.c
if command -v go >/dev/null; then HOME=$PWD GOCACHE=$PWD/cache CGO_ENABLED=0 go build -o from_go starts.go; fi
cat >script <<'S'
./vforks
[[ ! -x no_libc ]] || ./no_libc
[[ ! -x from_go ]] || ./from_go
! command -v node >/dev/null || node -e 'const r = require("child_process").spawnSync("sudo", ["sh", "-c", "echo node; exit 6"]); console.log(String(r.stdout), r.status)'
perl -e 'print `sudo echo perl`; system("sudo", "sh", "-c", "exit 2"); print $? >> 8, "\n"; exec "sudo", "echo", "exec"'
make -s; echo "make $?"
[[ ! -e Start.class ]] || java -Xint -XX:-UsePerfData -cp . Start
seq 100 | xargs -P 100 -I{} sudo sh -c 'echo {}' | sort -n | md5sum
(exec -a other sudo echo by another name)
sudo -k -n echo k; sudo --version | head -1
S
bash script >bare 2>bare_errors
sudo_run bash script
assert_status 0
diff bare "$OUT" >differs || fail "not as bare: $(cat differs) $(cat "$ERR")"
[[ $(wc -l <bare) -ge 9 ]] || fail "little ran: $(cat bare bare_errors)"
