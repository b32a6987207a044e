// SPDX-License-Identifier: Apache-2.0
// names of every byte and length, folders deeper than any path, paths of 4,095 bytes
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

static void one_name(const char* what, const char* name) {
  char other[600];
  snprintf(other, sizeof other, "%.250s~", name);
  const int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
  int failed = report(what, fd);
  if (failed) return;
  close(fd);
  failed += report("  rename", rename(name, other));
  failed += report("  link", link(other, name));
  failed += report("  truncate", truncate(name, 1));
  failed += report("  unlink", unlink(name));
  failed += report("  unlink other", unlink(other));
  failed += report("  mkdir", mkdir(name, 0700));
  failed += report("  rmdir", rmdir(name));
  failed += report("  symlink", symlink(name, name));
  failed += report("  unlink link", unlink(name));
  (void)failed;
}

static void bytes(void) {
  char name[8] = "a?b";
  char what[32];
  for (int byte = 1; byte < 256; ++byte) {
    if (byte == '/') continue;
    name[1] = (char)byte;
    snprintf(what, sizeof what, "byte %d", byte);
    one_name(what, name);
    name[1] = 0;
    name[0] = (char)byte;
    if (byte != '.') one_name("  alone", name);
    name[0] = 'a';
    name[2] = 'b';
  }
}

static void lengths(void) {
  char name[600];
  for (int length = 250; length <= 260; ++length) {
    memset(name, 'n', sizeof name);
    name[length] = 0;
    char what[32];
    snprintf(what, sizeof what, "%d bytes", length);
    one_name(what, name);
  }
}

// A folder whose absolute path no call can take, reached step by step.
static void depths(void) {
  char component[201];
  char what[64];
  memset(component, 'd', 200);
  component[200] = 0;
  for (int depth = 1; depth <= 30; ++depth) {
    int failed = 0;
    if (mkdir(component, 0700) != 0 || chdir(component) != 0) {
      report("descend", -1);
      break;
    }
    snprintf(what, sizeof what, "depth %d", depth);
    if (depth % 5 != 0) continue;
    printf("%s\n", what);
    one_name(what, "file");
    const int fd = open("kept", O_WRONLY | O_CREAT, 0600);
    failed = report("  create", fd);
    if (failed) continue;
    close(fd);
    report("  open again", open("kept", O_RDWR));
    report("  overwrite", open("kept", O_WRONLY | O_TRUNC));
    report("  rename", rename("kept", "moved"));
    report("  exchange folders", mkdir("x", 0700));
    report("  remove", unlink("moved"));
    report("  rmdir", rmdir("x"));
  }
  for (int depth = 30; depth > 0; --depth) {
    if (chdir("..") != 0 || rmdir(component) != 0) {
      report("ascend", -1);
      break;
    }
  }
}

// The longest path that a call takes, relative and through "..".
static void long_paths(void) {
  char path[PATH_MAX + 10];
  for (int length = PATH_MAX - 3; length <= PATH_MAX + 1; ++length) {
    int i = 0;
    while (i + 2 < length - 4) {
      path[i++] = '.';
      path[i++] = '/';
    }
    while (i < length - 4) path[i++] = '/';
    memcpy(path + i, "file", 5);
    char what[32];
    snprintf(what, sizeof what, "path of %d bytes", length);
    const int fd = open(path, O_WRONLY | O_CREAT, 0600);
    if (report(what, fd) == 0) close(fd);
    report("  rename", rename(path, "file2"));
    report("  rename to", rename("file2", path));
    report("  symlink to it", symlink(path, "to"));
    report("  through the link", open("to", O_WRONLY));
    report("  unlink link", unlink("to"));
    report("  unlink", unlink(path));
    unlink("file2");
    unlink("file");
  }
}

int main(void) {
  bytes();
  lengths();
  depths();
  long_paths();
  return 0;
}
