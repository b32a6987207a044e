// SPDX-License-Identifier: Apache-2.0
// limits and masks of the caller, not of guard: RLIMIT_FSIZE, RLIMIT_NOFILE, umask of threads and
// of processes that share it, setgid folders, default ACLs
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "report.h"

static volatile sig_atomic_t too_big;

static void on_too_big(int signal) {
  (void)signal;
  ++too_big;
}

static void sizes(void) {
  const struct rlimit some = {100000, RLIM_INFINITY};  // more than this prints
  struct rlimit before;
  struct sigaction action = {.sa_handler = on_too_big};
  sigaction(SIGXFSZ, &action, NULL);
  getrlimit(RLIMIT_FSIZE, &before);
  close(open("sized", O_WRONLY | O_CREAT, 0600));
  setrlimit(RLIMIT_FSIZE, &some);
  const long lengths[] = {0, 99999, 100000, 100001, 499999, 500001, 10};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
    char what[64];
    too_big = 0;
    snprintf(what, sizeof what, "truncate to %ld", lengths[i]);
    report(what, truncate("sized", lengths[i]));
    printf("  signals %d\n", (int)too_big);
    const int fd = open("sized", O_WRONLY);
    too_big = 0;
    report("  ftruncate", ftruncate(fd, lengths[i]));
    printf("  signals %d\n", (int)too_big);
    close(fd);
  }
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_DFL);
    truncate("sized", 100001) == 0 ? _exit(1) : _exit(2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  setrlimit(RLIMIT_FSIZE, &before);
  printf("default action: %#x\n", status);
}

static unsigned mode_of(const char* path) {
  struct stat info;
  return lstat(path, &info) == 0 ? (unsigned)info.st_mode : 0;
}

static void made(const char* who) {
  close(open("masked", O_WRONLY | O_CREAT, 0777));
  mkdir("masked_folder", 01777);
  mkfifo("masked_node", 0666);
  const int fd = open(".", O_RDWR | O_TMPFILE, 0777);
  struct stat info = {0};
  if (fd >= 0) fstat(fd, &info);
  close(fd);
  printf("%s: %o %o %o %o\n", who, mode_of("masked"), mode_of("masked_folder"),
         mode_of("masked_node"), (unsigned)info.st_mode);
  unlink("masked");
  rmdir("masked_folder");
  unlink("masked_node");
}

static void* mask_in_thread(void* mask) {
  umask((mode_t)(size_t)mask);
  made("a thread");
  return NULL;
}

static void* own_mask_in_thread(void* unused) {
  (void)unused;
  if (unshare(CLONE_FS) != 0) return NULL;
  umask(0);
  made("a thread of its own");
  return NULL;
}

// Two processes with one umask: what the other sets is this one's.
static int mask_in_process(void* unused) {
  (void)unused;
  umask(027);
  made("a process that shares it");
  return 0;
}

static void shared_masks(void) {
  static char stack[1 << 16];
  umask(022);
  made("before it is shared");
  fflush(stdout);
  const pid_t child = clone(mask_in_process, stack + sizeof stack, CLONE_FS | SIGCHLD, NULL);
  waitpid(child, NULL, 0);
  made("after the other's umask");
}

static void masks(void) {
  pthread_t thread;
  umask(022);
  made("alone");
  pthread_create(&thread, NULL, mask_in_thread, (void*)(size_t)077);
  pthread_join(thread, NULL);
  made("after a thread's umask");
  pthread_create(&thread, NULL, own_mask_in_thread, NULL);
  pthread_join(thread, NULL);
  made("after a thread that left");
  fflush(stdout);
  if (fork() == 0) {
    made("in a child");
    umask(0);
    made("in a child with no mask");
    exit(0);
  }
  wait(NULL);
  made("the parent of it");
  shared_masks();
}

static void folders(void) {
  umask(022);
  mkdir("group", 0755);
  chmod("group", 02775);
  close(open("group/file", O_WRONLY | O_CREAT, 0755));  // with setgid it would be asked about
  mkdir("group/folder", 0755);
  printf("setgid folder: %o %o\n", mode_of("group/file"), mode_of("group/folder"));
  mkdir("acl", 0755);
  // system.posix_acl_default: user::rwx, user:1:rwx, group::r-x, mask::rwx, other::---
  static const unsigned char acl[] = {2,  0, 0, 0,                          //
                                      1,  0, 7, 0, 0xff, 0xff, 0xff, 0xff,  //
                                      2,  0, 7, 0, 1,    0,    0,    0,     //
                                      4,  0, 5, 0, 0xff, 0xff, 0xff, 0xff,  //
                                      16, 0, 7, 0, 0xff, 0xff, 0xff, 0xff,  //
                                      32, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
  if (setxattr("acl", "system.posix_acl_default", acl, sizeof acl, 0) != 0) {
    printf("no ACLs here\n");
    return;
  }
  umask(077);
  close(open("acl/file", O_WRONLY | O_CREAT, 0666));
  mkdir("acl/folder", 0777);
  mkfifo("acl/fifo", 0606);
  symlink("x", "acl/link") == 0 ? (void)0 : perror("symlink");
  printf("default ACL: %o %o %o\n", mode_of("acl/file"), mode_of("acl/folder"),
         mode_of("acl/fifo"));
  char value[256];
  printf("  inherited %ld %ld\n",
         (long)getxattr("acl/folder", "system.posix_acl_default", value, 256),
         (long)getxattr("acl/file", "system.posix_acl_access", value, 256));
}

static void descriptors(void) {
  const struct rlimit few = {8, 4096};
  struct stat info;
  const int fd = open("full", O_WRONLY | O_CREAT, 0600);
  if (write(fd, "content", 7) != 7) return;
  close(fd);
  setrlimit(RLIMIT_NOFILE, &few);
  while (dup(0) >= 0) {
  }
  report("truncate, no number left", open("full", O_WRONLY | O_TRUNC));
  report("create, no number left", open("unborn", O_WRONLY | O_CREAT, 0600));
  report("create exclusive, no number left", open("unborn", O_WRONLY | O_CREAT | O_EXCL, 0600));
  report("unnamed, no number left", open(".", O_WRONLY | O_TMPFILE, 0600));
  report("mkdir, no number left", mkdir("made", 0700));
  report("rename, no number left", rename("full", "moved"));
  stat("moved", &info);
  printf("size %ld, unborn %s\n", (long)info.st_size, access("unborn", F_OK) ? "missing" : "there");
}

int main(void) {
  masks();
  folders();
  sizes();
  descriptors();
  return 0;
}
