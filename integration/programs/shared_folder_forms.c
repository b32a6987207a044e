// SPDX-License-Identifier: Apache-2.0
// root only: what another user may do in sticky folders and with links, files and FIFOs of others
// in them (fs.protected_symlinks, _hardlinks, _regular, _fifos), by its own rights
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

enum { kOne = 65534, kOther = 65533 };

static void make(const char* name, uid_t owner, mode_t mode) {
  char path[64];
  snprintf(path, sizeof path, "%s.%u", name, owner);
  close(open(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
  chown(path, owner, owner) == 0 ? (void)0 : perror("chown");
  chmod(path, mode);
  snprintf(path, sizeof path, "%s.fifo.%u", name, owner);
  mkfifo(path, 0600);
  chown(path, owner, owner) == 0 ? (void)0 : perror("chown");
  chmod(path, mode);
  snprintf(path, sizeof path, "%s.link.%u", name, owner);
  symlink("../target", path) == 0 ? (void)0 : perror("symlink");
  lchown(path, owner, owner) == 0 ? (void)0 : perror("lchown");
  snprintf(path, sizeof path, "%s.folder.%u", name, owner);
  mkdir(path, 0700);
  chown(path, owner, owner) == 0 ? (void)0 : perror("chown");
  chmod(path, 0777);
}

static void try_all(const char* name, uid_t owner) {
  char path[64];
  char line[96];
#define FORM(suffix, text, call)                                          \
  snprintf(path, sizeof path, "%s" suffix ".%u", name, owner);            \
  snprintf(line, sizeof line, "  %s %s" suffix ".%u", text, name, owner); \
  report(line, call)
  FORM("", "write", open(path, O_WRONLY));
  FORM("", "create", open(path, O_WRONLY | O_CREAT, 0600));
  FORM("", "create, read", open(path, O_RDONLY | O_CREAT, 0600));
  FORM("", "create, truncate", open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600));
  FORM("", "truncate", truncate(path, 0));
  FORM("", "link", link(path, "hard"));
  unlink("hard");
  FORM(".fifo", "write", open(path, O_WRONLY | O_NONBLOCK));
  FORM(".fifo", "create", open(path, O_RDWR | O_CREAT | O_NONBLOCK, 0600));
  FORM(".fifo", "link", link(path, "hard"));
  unlink("hard");
  FORM(".link", "write through", open(path, O_WRONLY));
  FORM(".link", "create through", open(path, O_WRONLY | O_CREAT, 0600));
  FORM(".link", "truncate through", truncate(path, 0));
  FORM(".link", "link", link(path, "hard"));
  unlink("hard");
  FORM(".folder", "create in", mkdirat(open(path, O_PATH), "below", 0755));
  FORM(".folder", "remove in", unlinkat(open(path, O_PATH), "below", AT_REMOVEDIR));
  FORM("", "rename", rename(path, "renamed"));
  report("  and back", rename("renamed", path));
  FORM("", "unlink", unlink(path));
  FORM(".link", "unlink", unlink(path));
  FORM(".folder", "rmdir", rmdir(path));
#undef FORM
}

static void as(uid_t uid, const char* folder) {
  printf("%s as %u\n", folder, uid);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (setgroups(0, NULL) || setresgid(uid, uid, uid) || setresuid(uid, uid, uid)) _exit(1);
    for (uid_t owner = 0; owner < 3; ++owner)
      try_all("x", owner == 0 ? 0 : owner == 1 ? kOne : kOther);
    exit(0);
  }
  waitpid(child, NULL, 0);
}

int main(void) {
  if (geteuid() != 0) return 0;
  chmod(".", 0755);
  close(open("target", O_WRONLY | O_CREAT, 0666));
  chmod("target", 0666);
  const struct {
    const char* name;
    mode_t mode;
    uid_t owner;
  } folders[] = {{"sticky", 01777, 0},      {"sticky_of_one", 01777, kOne},
                 {"open", 0777, 0},         {"sticky_group", 01775, kOne},
                 {"setgid", 02777, kOther}, {"closed", 0755, 0}};
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
    for (uid_t uid = 0; uid < 3; ++uid) {
      mkdir(folders[i].name, 0700);
      chown(folders[i].name, folders[i].owner, folders[i].owner) == 0 ? (void)0 : perror("chown");
      if (chdir(folders[i].name) != 0) return 1;
      make("x", 0, 0666);
      make("x", kOne, 0666);
      make("x", kOther, 0644);
      chmod(".", folders[i].mode);
      as(uid == 0 ? 0 : uid == 1 ? kOne : kOther, folders[i].name);
      fflush(stdout);
      chdir("..") == 0 ? (void)0 : perror("chdir");
      char command[100];
      snprintf(command, sizeof command, "rm -rf ./%s", folders[i].name);
      if (system(command) != 0) perror(command);
    }
  }
  return 0;
}
