// SPDX-License-Identifier: Apache-2.0
// spawn_and_change IMAGE COUNT: starts copies of IMAGE by posix_spawn, which returns as soon as the
// exec has come about, and changes the copy's names or mode at once. Says how many of COUNT ended
// well, each way.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

extern char** environ;

static void copy(const char* image, const char* to) {
  struct stat status;
  const int from = open(image, O_RDONLY);
  const int file = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0755);
  if (from < 0 || file < 0 || fstat(from, &status) != 0 ||
      sendfile(file, from, NULL, (size_t)status.st_size) != status.st_size)
    exit(2);
  close(from);
  close(file);
}

static int remove_it(const char* path) {
  return unlink(path);
}
static int change_mode(const char* path) {
  return chmod(path, 0700);
}
static int move(const char* path) {
  return rename(path, "moved");
}
static int name_twice(const char* path) {
  return link(path, "second") == 0 && unlink("second") == 0 ? 0 : -1;
}

static const struct {
  const char* name;
  int (*act)(const char* path);
} kChanges[] = {
    {"unlink", remove_it}, {"chmod", change_mode}, {"rename", move}, {"link", name_twice}};

static int ends_well(const char* image, int change) {
  char* words[] = {"./copy", NULL};
  pid_t child;
  int status;
  copy(image, words[0]);
  if (posix_spawn(&child, words[0], NULL, NULL, words, environ) != 0) return 0;
  if (kChanges[change].act(words[0]) != 0) return 0;
  (void)!waitpid(child, &status, 0);
  unlink(words[0]);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "spawn_and_change IMAGE COUNT");
  const int count = atoi(argv[2]);
  for (int change = 0; change < 4; ++change) {
    int well = 0;
    for (int i = 0; i < count; ++i) well += ends_well(argv[1], change);
    printf("%s: %d of %d ended well\n", kChanges[change].name, well, count);
  }
  return 0;
}
