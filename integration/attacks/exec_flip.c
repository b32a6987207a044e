// SPDX-License-Identifier: Apache-2.0
// The argument or the path of an exec flips while it is judged: ./git status <-> ./git push, ./good
// <-> ./sudo. By a thread of the caller, or by another process through a shared page, so that the
// caller itself has one thread. Counts what ran. K1, K3, 17, 18.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "flip.h"

extern char** environ;

static void start(int flip_path, char* flipping) {
  char* argument_words[] = {"./git", flipping, NULL};
  char* path_words[] = {"program", "word", NULL};
  if (flip_path) {
    execve(flipping, path_words, environ);
  } else {
    execve("./git", argument_words, environ);
  }
  _exit(126);
}

static void count(int status, int* ran, int* refused, int* hit) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) ++*ran;
  if (WIFSIGNALED(status) || WEXITSTATUS(status) == 126) ++*refused;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 42) ++*hit;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int flip_path = strcmp(argv[1], "path") == 0;
  const int shared = strcmp(argv[2], "shared") == 0;
  int ran = 0, refused = 0, hit = 0;
  Flip* flip = mmap(NULL, sizeof *flip, PROT_READ | PROT_WRITE,
                    MAP_ANONYMOUS | (shared ? MAP_SHARED : MAP_PRIVATE), -1, 0);
  if (flip == MAP_FAILED) return 2;
  flip_prepare(flip, flip_path ? "./good" : "status", flip_path ? "./sudo" : "push");
  pthread_t thread;
  if (shared && flip_start(flip, &thread) != 0) return 2;
  for (int i = 0; i < kTries; ++i) {
    const pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) {
      if (!shared && flip_start(flip, &thread) != 0) _exit(3);
      start(flip_path, flip_text(flip));
    }
    int status = 0;
    waitpid(child, &status, 0);
    count(status, &ran, &refused, &hit);
  }
  if (shared) flip_end(flip, thread);
  printf("tries %d done %d refused %d hit %d\n", kTries, ran, refused, hit);
  return hit == 0 ? 0 : 1;
}
