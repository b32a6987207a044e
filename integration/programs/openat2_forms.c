// SPDX-License-Identifier: Apache-2.0
// openat2 with every RESOLVE_ flag against paths that each of them treats differently
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

static const struct {
  const char* name;
  unsigned long long flags;
} scopes[] = {{"none", 0},
              {"BENEATH", RESOLVE_BENEATH},
              {"IN_ROOT", RESOLVE_IN_ROOT},
              {"NO_SYMLINKS", RESOLVE_NO_SYMLINKS},
              {"NO_MAGICLINKS", RESOLVE_NO_MAGICLINKS},
              {"NO_XDEV", RESOLVE_NO_XDEV},
              {"CACHED", RESOLVE_CACHED},
              {"BENEATH and IN_ROOT", RESOLVE_BENEATH | RESOLVE_IN_ROOT},
              {"IN_ROOT, NO_SYMLINKS", RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS}};

static const char* paths[] = {"file",
                              "./file",
                              "../box/file",
                              "sub/../file",
                              "/file",
                              "/sub/inner",
                              "link",
                              "absolute",
                              "upwards",
                              "dangling",
                              "sub/dangling",
                              "deep_dangling",
                              "proc",
                              "proc/self/cwd/file",
                              "missing",
                              "missing/x",
                              "sub/new",
                              "file/",
                              "sub",
                              "sub/",
                              ".",
                              "..",
                              "/",
                              "",
                              "link/",
                              "sub/link_up/file",
                              "loop",
                              "/dev/null",
                              "outside/file",
                              "/proc/self/fd/0"};

static const struct {
  const char* name;
  unsigned flags;
} modes[] = {{"write", O_WRONLY},
             {"read", O_RDONLY},
             {"create", O_WRONLY | O_CREAT},
             {"exclusive", O_WRONLY | O_CREAT | O_EXCL},
             {"truncate", O_WRONLY | O_TRUNC},
             {"nofollow", O_WRONLY | O_NOFOLLOW},
             {"create, nofollow", O_WRONLY | O_CREAT | O_NOFOLLOW},
             {"unnamed", O_RDWR | O_TMPFILE},
             {"folder", O_RDONLY | O_DIRECTORY}};

static void make_box(void) {
  mkdir("box", 0755);
  mkdir("box/sub", 0755);
  mkdir("outside", 0755);
  const char* files[] = {"box/file", "box/sub/inner", "outside/file"};
  for (int i = 0; i < 3; ++i) {
    const int fd = open(files[i], O_WRONLY | O_CREAT, 0644);
    if (write(fd, "content", 7) != 7) abort();
    close(fd);
  }
  if (symlink("file", "box/link") || symlink("/file", "box/absolute") ||
      symlink("../outside/file", "box/upwards") || symlink("unborn", "box/dangling") ||
      symlink("../unborn2", "box/sub/dangling") || symlink("sub/unborn3", "box/deep_dangling") ||
      symlink("/proc", "box/proc") || symlink("..", "box/sub/link_up") ||
      symlink("loop", "box/loop") || symlink("../outside", "box/outside"))
    abort();
}

static void clean_up(void) {
  const char* made[] = {"box/unborn",  "box/unborn2",     "box/sub/unborn3", "box/missing",
                        "box/sub/new", "box/sub/unborn2", "unborn2"};
  for (size_t i = 0; i < sizeof made / sizeof made[0]; ++i) {
    if (unlink(made[i]) == 0) printf("  made %s\n", made[i]);
  }
}

int main(void) {
  make_box();
  const int box = open("box", O_PATH | O_DIRECTORY);
  for (size_t s = 0; s < sizeof scopes / sizeof scopes[0]; ++s) {
    for (size_t m = 0; m < sizeof modes / sizeof modes[0]; ++m) {
      for (size_t p = 0; p < sizeof paths / sizeof paths[0]; ++p) {
        // Outside of a scope these are the machine's own root.
        const int scoped = (scopes[s].flags & (RESOLVE_BENEATH | RESOLVE_IN_ROOT)) != 0;
        if (!scoped && (paths[p][0] == '/' || strcmp(paths[p], "absolute") == 0)) continue;
        // On procfs this is a question to a person, not to the kernel.
        if ((modes[m].flags & O_TMPFILE) == O_TMPFILE && strcmp(paths[p], "proc") == 0) continue;
        struct open_how how = {.flags = modes[m].flags, .resolve = scopes[s].flags};
        if ((modes[m].flags & O_CREAT) != 0 || (modes[m].flags & O_TMPFILE) == O_TMPFILE)
          how.mode = 0640;
        char line[160];
        snprintf(line, sizeof line, "%s, %s, '%s'", scopes[s].name, modes[m].name, paths[p]);
        // Nobody promises what the cache holds: EAGAIN or not may differ.
        long fd = syscall(SYS_openat2, box, paths[p], &how, sizeof how);
        if (fd < 0 && errno == EAGAIN && (modes[m].flags & (O_CREAT | O_TRUNC)) == 0) {
          how.resolve &= ~(unsigned long long)RESOLVE_CACHED;
          fd = syscall(SYS_openat2, box, paths[p], &how, sizeof how);
        }
        // "..", scoped, while anybody on this machine renames: try again (openat2(2)).
        for (int i = 0; i < 1000 && fd < 0 && errno == EAGAIN; ++i) {
          if ((how.resolve & RESOLVE_CACHED) != 0) break;
          fd = syscall(SYS_openat2, box, paths[p], &how, sizeof how);
        }
        report(line, fd);
        if (fd >= 0) close((int)fd);
        clean_up();
      }
    }
  }
  return 0;
}
