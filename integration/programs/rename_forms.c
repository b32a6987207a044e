// SPDX-License-Identifier: Apache-2.0
// renameat2 with every flag over every pair of kinds, in one folder and across folders
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

static const char* kinds[] = {"missing",     "file", "other file", "hard link",      "empty folder",
                              "full folder", "link", "dangling",   "link to folder", "fifo"};
enum { kKinds = sizeof kinds / sizeof kinds[0] };

static void make(int folder, const char* name, int kind) {
  char below[64];
  unlinkat(folder, name, 0);
  snprintf(below, sizeof below, "%s/below", name);
  unlinkat(folder, below, 0);
  unlinkat(folder, name, AT_REMOVEDIR);
  switch (kind) {
    case 1:
    case 2:
      close(openat(folder, name, O_WRONLY | O_CREAT, kind == 1 ? 0600 : 0640));
      break;
    case 3:
      linkat(AT_FDCWD, "shared", folder, name, 0);
      break;
    case 5:
    case 4:
      mkdirat(folder, name, 0700);
      if (kind == 5) close(openat(folder, below, O_WRONLY | O_CREAT, 0600));
      break;
    case 6:
      symlinkat("../shared", folder, name);
      break;
    case 7:
      symlinkat("nowhere", folder, name);
      break;
    case 8:
      symlinkat("..", folder, name);
      break;
    case 9:
      mkfifoat(folder, name, 0600);
      break;
    default:
      break;
  }
}

static const char* kind_of(int folder, const char* name) {
  struct stat info;
  if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return "nothing";
  switch (info.st_mode & S_IFMT) {
    case S_IFREG:
      return info.st_mode & 040 ? "other file" : info.st_nlink > 1 ? "hard link" : "file";
    case S_IFDIR:
      return "folder";
    case S_IFLNK:
      return "link";
    case S_IFCHR:
      return "whiteout";
    default:
      return "node";
  }
}

static long move(int from, const char* old, int to, const char* new, unsigned flags) {
  return syscall(SYS_renameat2, from, old, to, new, flags);
}

static void pairs(int from, int to, const char* where) {
  for (unsigned flags = 0; flags <= 8; ++flags) {
    for (int a = 0; a < kKinds; ++a) {
      for (int b = 0; b < kKinds; ++b) {
        char line[160];
        make(from, "a", a);
        make(to, "b", b);
        snprintf(line, sizeof line, "%s, flags %u, %s over %s", where, flags, kinds[a], kinds[b]);
        report(line, move(from, "a", to, "b", flags));
        printf("  %s, %s\n", kind_of(from, "a"), kind_of(to, "b"));
      }
    }
  }
}

static void odd_names(int one) {
  const char* names[] = {"a",  "a/", "a//", "a/.", "a/..", ".",
                         "..", "",   "/",   "./a", "b/",   "full/below"};
  enum { kNames = sizeof names / sizeof names[0] };
  const int wanted[] = {1, 4, 6, 8};
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < kNames; ++i) {
      for (int j = 0; j < kNames; ++j) {
        char line[160];
        make(one, "a", wanted[k]);
        make(one, "b", 0);
        make(one, "full", 5);
        snprintf(line, sizeof line, "%s: '%s' to '%s'", kinds[wanted[k]], names[i], names[j]);
        // The root and "." would name folders that are not this program's.
        if (names[i][0] == '/' || names[j][0] == '/') continue;
        report(line, move(one, names[i], one, names[j], 0));
        snprintf(line, sizeof line, "%s: '%s' exchanged with '%s'", kinds[wanted[k]], names[i],
                 names[j]);
        report(line, move(one, names[i], one, names[j], 2));
      }
    }
  }
}

static void into_itself(int one) {
  make(one, "full", 5);
  mkdirat(one, "full/sub", 0700);
  report("into itself", move(one, "full", one, "full/sub/x", 0));
  report("above itself", move(one, "full/sub", one, "full", 0));
  report("exchanged with what holds it", move(one, "full/sub", one, "full", 2));
  report("working folder", move(AT_FDCWD, "../one", AT_FDCWD, "../renamed", 0));
  report("and back", move(AT_FDCWD, "../renamed", AT_FDCWD, "../one", 0));
  unlinkat(one, "full/sub", AT_REMOVEDIR);
}

int main(void) {
  mkdir("one", 0700);
  mkdir("two", 0700);
  close(open("shared", O_WRONLY | O_CREAT, 0600));
  const int one = open("one", O_RDONLY | O_DIRECTORY);
  const int two = open("two", O_PATH | O_DIRECTORY);
  pairs(one, one, "one folder");
  pairs(one, two, "two folders");
  odd_names(one);
  if (chdir("one") != 0) return 1;
  into_itself(AT_FDCWD);
  return 0;
}
