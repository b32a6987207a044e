// SPDX-License-Identifier: Apache-2.0
// errno of the path calls on odd names: slashes, dots, links, folders that are not empty
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

static void make(const char* path) {
  close(open(path, O_WRONLY | O_CREAT, 0600));
}

// musl has neither renameat2 nor its flags.
enum { kNoReplace = 1, kExchange = 2 };

static long swap(const char* from, const char* to, unsigned flags) {
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
}

static void prepare(void) {
  report("mkdir full", mkdir("full", 0700));
  make("full/file");
  report("mkdir empty", mkdir("empty", 0700));
  make("file");
  report("symlink", symlink("empty", "link"));
}

static void removals(void) {
  report("unlink folder", unlink("empty"));
  report("unlink missing", unlink("missing"));
  report("unlink slash", unlink("file/"));
  report("unlink link slash", unlink("link/"));
  report("unlink empty name", unlink(""));
  const char* volatile nothing = NULL;
  report("unlink null", unlink(nothing));
  report("unlink below file", unlink("file/x"));
  report("unlinkat flags", unlinkat(AT_FDCWD, "file", 0x1000));
  report("unlinkat bad fd", unlinkat(77, "file", 0));
  report("rmdir file", rmdir("file"));
  report("rmdir full", rmdir("full"));
  report("rmdir dot", rmdir("empty/."));
  report("rmdir dotdot", rmdir("empty/.."));
  report("rmdir link", rmdir("link"));
}

static void renames(void) {
  report("rename missing", rename("missing", "x"));
  report("rename file over folder", rename("file", "empty"));
  report("rename folder over file", rename("empty", "file"));
  report("rename over full", rename("empty", "full"));
  report("rename into itself", rename("full", "full/below"));
  report("rename same", rename("file", "file"));
  report("rename slash", rename("file/", "x"));
  report("noreplace", swap("file", "full/file", kNoReplace));
  report("exchange", swap("file", "full/file", kExchange));
  report("both flags", swap("file", "full/file", 3));
  report("rename", rename("file", "renamed"));
}

static void makes(void) {
  char long_name[300] = {0};
  memset(long_name, 'n', 299);
  report("mkdir there", mkdir("empty", 0700));
  report("mkdir slash", mkdir("made/", 0700));
  report("mkdir dot", mkdir("made/.", 0700));
  report("mkdir long", mkdir(long_name, 0700));
  report("symlink there", symlink("x", "empty"));
  report("symlink empty", symlink("", "y"));
  report("link folder", link("empty", "hard"));
  report("link", link("renamed", "hard"));
  report("link there", link("renamed", "hard"));
  report("linkat flags", linkat(AT_FDCWD, "renamed", AT_FDCWD, "z", 0x40));
  report("link of link", linkat(AT_FDCWD, "link", AT_FDCWD, "hardlink", 0));
  report("truncate", truncate("renamed", 5));
  report("truncate folder", truncate("empty", 5));
  report("truncate negative", truncate("renamed", -1));
}

int main(void) {
  prepare();
  removals();
  renames();
  makes();
  return 0;
}
