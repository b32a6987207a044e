// SPDX-License-Identifier: Apache-2.0
// sibling_write unlink|exec FIRST SECOND: a child asks for FIRST (deletes it, or runs it); while it
// waits and the file `go` has appeared, its parent writes SECOND over the name in the child's
// memory, by process_vm_writev. K4.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/report.h"

extern char** environ;

enum { kRoom = 64 };

int main(int argc, char** argv) {
  need_arguments(argc, 3, "sibling_write unlink|exec FIRST SECOND");
  char* name = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (name == MAP_FAILED) return 2;
  strncpy(name, argv[2], kRoom - 1);
  const pid_t child = fork();
  if (child == 0) {
    if (strcmp(argv[1], "unlink") == 0) _exit(unlink(name) == 0 ? 0 : errno);
    char* words[] = {name, NULL};
    execve(name, words, environ);
    _exit(126);
  }
  while (access("go", F_OK) != 0) usleep(10000);
  char other[kRoom] = {0};
  strncpy(other, argv[3], kRoom - 1);
  struct iovec here = {other, kRoom};
  struct iovec there = {name, kRoom};
  report("process_vm_writev", process_vm_writev(child, &here, 1, &there, 1, 0));
  report("written", creat("written", 0600));
  int status = 0;
  waitpid(child, &status, 0);
  printf("child ended %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
