// SPDX-License-Identifier: Apache-2.0
// the same objects under every spelling that goes through a descriptor or /proc: for writing,
// making, removing, renaming, linking
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

static char name_buffer[256];

__attribute__((format(printf, 1, 2))) static const char* name_of(const char* format, ...) {
  va_list words;
  va_start(words, format);
  vsnprintf(name_buffer, sizeof name_buffer, format, words);
  va_end(words);
  return name_buffer;
}

// Numbers of processes differ from run to run: what is shown is the form.
static void opened(const char* form, int fd) {
  struct stat info;
  if (report(form, fd) != 0) return;
  fstat(fd, &info);
  printf("  flags %#o size %ld links %lu type %o\n", (unsigned)fcntl(fd, F_GETFL),
         (long)info.st_size, (unsigned long)info.st_nlink, (unsigned)info.st_mode >> 12);
  if (write(fd, "+", 1) != 1) report("  write", -1);
  close(fd);
}

static void for_writing(const char* form, const char* path, int flags) {
  opened(form, open(path, O_WRONLY | O_NONBLOCK | flags, 0640));
}

static void spellings_of_a_folder(const char* form, const char* folder) {
  char path[300];
  char line[300];
  snprintf(path, sizeof path, "%s/file", folder);
  snprintf(line, sizeof line, "%s/file", form);
  for_writing(line, path, 0);
  snprintf(path, sizeof path, "%s/new", folder);
  snprintf(line, sizeof line, "%s/new", form);
  for_writing(line, path, O_CREAT | O_EXCL);
  report("  mkdir below", (snprintf(path, sizeof path, "%s/made", folder), mkdir(path, 0750)));
  report("  rmdir below", rmdir(path));
  snprintf(path, sizeof path, "%s/new", folder);
  snprintf(line, sizeof line, "%s/renamed", folder);
  report("  rename below", rename(path, line));
  report("  unlink below", unlink(line));
  snprintf(path, sizeof path, "%s/file", folder);
  snprintf(line, sizeof line, "%s/hard", folder);
  report("  link below", link(path, line));
  report("  truncate below", truncate(line, 3));
  report("  unlink link", unlink(line));
  report("  the folder itself, mkdir", mkdir(folder, 0700));
  report("  the folder itself, rmdir", rmdir(folder));
  report("  the folder itself, unlink", unlink(folder));
  for_writing("  the folder itself", folder, 0);
}

static void folders(void) {
  const int fd = open("d", O_RDONLY | O_DIRECTORY);
  const int path_only = open("d", O_PATH);
  const int high = fcntl(fd, F_DUPFD, 900);
  spellings_of_a_folder("/proc/self/fd", name_of("/proc/self/fd/%d", fd));
  spellings_of_a_folder("O_PATH in /proc/self/fd", name_of("/proc/self/fd/%d", path_only));
  spellings_of_a_folder("/dev/fd", name_of("/dev/fd/%d", high));
  spellings_of_a_folder("/proc/PID/fd", name_of("/proc/%d/fd/%d", getpid(), fd));
  spellings_of_a_folder("/proc/PID/task/TID/fd",
                        name_of("/proc/%d/task/%ld/fd/%d", getpid(), syscall(SYS_gettid), fd));
  spellings_of_a_folder("/proc/thread-self/fd", name_of("/proc/thread-self/fd/%d", fd));
  spellings_of_a_folder("/proc/self/task/TID/fd",
                        name_of("/proc/self/task/%ld/fd/%d", syscall(SYS_gettid), fd));
  spellings_of_a_folder("/proc/self/cwd", "/proc/self/cwd/d");
  spellings_of_a_folder("/proc/thread-self/cwd", "/proc/thread-self/cwd/d/../d");
  spellings_of_a_folder("/proc/./self/../self/cwd", "/proc/./self/../self/cwd/d");
  char cwd[200];
  if (getcwd(cwd, sizeof cwd) == NULL) return;
  spellings_of_a_folder("/proc/self/root", name_of("/proc/self/root%s/d", cwd));
  spellings_of_a_folder("link to /proc/self/cwd", (symlink("/proc/self/cwd", "pc"), "pc/d"));
  spellings_of_a_folder("link to /proc/self", (symlink("/proc/self", "ps"), "ps/cwd/d"));
  close(fd);
  close(path_only);
  close(high);
}

// Calls with a descriptor as folder, of each kind of descriptor.
static void from_descriptors(void) {
  const int kinds[] = {open("d", O_RDONLY | O_DIRECTORY),
                       open("d", O_PATH | O_DIRECTORY),
                       open("d/file", O_RDONLY),
                       open("d/file", O_PATH),
                       99,
                       -1};
  const char* names[] = {"folder", "O_PATH folder", "file", "O_PATH file", "closed", "negative"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    printf("from %s\n", names[i]);
    const int fd = kinds[i];
    opened(" open", openat(fd, "file", O_WRONLY));
    opened(" create", openat(fd, "new", O_WRONLY | O_CREAT, 0600));
    opened(" absolute", openat(fd, "/dev/null", O_WRONLY));
    report(" mkdirat", mkdirat(fd, "sub", 0700));
    report(" symlinkat", symlinkat("file", fd, "link"));
    report(" linkat", linkat(fd, "file", fd, "hard", 0));
    report(" linkat of a link", linkat(fd, "link", fd, "hard2", 0));
    report(" linkat follow", linkat(fd, "link", fd, "hard3", AT_SYMLINK_FOLLOW));
    report(" linkat empty", linkat(fd, "", fd, "hard4", AT_EMPTY_PATH));
    report(" renameat", renameat(fd, "new", fd, "old"));
    report(" mknodat", mknodat(fd, "fifo", S_IFIFO | 0600, 0));
    report(" unlinkat empty", unlinkat(fd, "", 0));
    report(" unlinkat empty path flag", unlinkat(fd, "", AT_EMPTY_PATH));
    const char* made[] = {"old", "link", "hard", "hard2", "hard3", "hard4", "fifo"};
    for (size_t k = 0; k < sizeof made / sizeof made[0]; ++k)
      report(" unlinkat", unlinkat(fd, made[k], 0));
    report(" unlinkat folder", unlinkat(fd, "sub", AT_REMOVEDIR));
    close(fd);
  }
}

// The objects that a magic link of one's own leads to, opened again.
static void objects(void) {
  int ends[2];
  int pair[2];
  if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return;
  const int memory = memfd_create("memory", 0);
  const int sealed = memfd_create("sealed", MFD_ALLOW_SEALING);
  fcntl(sealed, F_ADD_SEALS, F_SEAL_WRITE);
  const int reading = open("d/file", O_RDONLY);
  const int path_only = open("d/file", O_PATH);
  const int gone = open("gone", O_RDONLY | O_CREAT, 0600);
  unlink("gone");
  const int unnamed = open("d", O_RDWR | O_TMPFILE, 0600);
  const int sealed_off = open("d", O_RDWR | O_TMPFILE | O_EXCL, 0600);
  const int event = (int)syscall(SYS_eventfd2, 0, 0);
  const struct {
    const char* what;
    int fd;
  } rows[] = {{"pipe, reading end", ends[0]},
              {"pipe, writing end", ends[1]},
              {"socket", pair[0]},
              {"memfd", memory},
              {"sealed memfd", sealed},
              {"read-only fd", reading},
              {"O_PATH fd", path_only},
              {"deleted file", gone},
              {"unnamed file", unnamed},
              {"unnamed for good", sealed_off},
              {"eventfd", event}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    printf("%s\n", rows[i].what);
    const int fd = rows[i].fd;
    for_writing(" again", name_of("/proc/self/fd/%d", fd), 0);
    for_writing(" again, O_CREAT", name_of("/proc/thread-self/fd/%d", fd), O_CREAT);
    for_writing(" again, O_CREAT|O_EXCL", name_of("/dev/fd/%d", fd), O_CREAT | O_EXCL);
    for_writing(" again, O_NOFOLLOW", name_of("/proc/self/fd/%d", fd), O_NOFOLLOW);
    for_writing(" again, O_TRUNC", name_of("/proc/self/fd/%d", fd), O_TRUNC);
    report(" truncate", truncate(name_of("/proc/self/fd/%d", fd), 2));
    report(" link follow", linkat(AT_FDCWD, name_of("/proc/self/fd/%d", fd), AT_FDCWD, "linked",
                                  AT_SYMLINK_FOLLOW));
    report(" unlink linked", unlink("linked"));
    report(" link itself", link(name_of("/proc/self/fd/%d", fd), "linked"));
    report(" unlink", unlink(name_of("/proc/self/fd/%d", fd)));
    report(" rename", rename(name_of("/proc/self/fd/%d", fd), "renamed"));
    report(" slash", open(name_of("/proc/self/fd/%d/", fd), O_WRONLY));
  }
}

static void* in_a_thread(void* unused) {
  (void)unused;
  printf("in a thread\n");
  const int fd = open("d", O_RDONLY | O_DIRECTORY);
  spellings_of_a_folder("/proc/thread-self/fd", name_of("/proc/thread-self/fd/%d", fd));
  spellings_of_a_folder("/proc/self/fd", name_of("/proc/self/fd/%d", fd));
  return NULL;
}

// The folder of another process, as seen in /proc.
static void of_another(void) {
  printf("of a child\n");
  int ready[2];
  char byte = 0;
  if (pipe(ready) != 0) return;
  const pid_t child = fork();
  if (child == 0) {
    if (chdir("d") != 0) _exit(1);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    pause();
  }
  if (read(ready[0], &byte, 1) != 1) return;
  spellings_of_a_folder("/proc/CHILD/cwd", name_of("/proc/%d/cwd", child));
  kill(child, 9);
  waitpid(child, NULL, 0);
  fflush(stdout);
  const pid_t other = fork();
  if (other == 0) {
    printf("of the parent\n");
    spellings_of_a_folder("/proc/PARENT/cwd", name_of("/proc/%d/cwd/d", getppid()));
    exit(0);
  }
  waitpid(other, NULL, 0);
  for_writing("/proc/GONE/cwd/file", name_of("/proc/%d/cwd/file", child), 0);
}

int main(void) {
  pthread_t thread;
  mkdir("d", 0755);
  close(open("d/file", O_WRONLY | O_CREAT, 0644));
  folders();
  from_descriptors();
  objects();
  if (pthread_create(&thread, NULL, in_a_thread, NULL) == 0) pthread_join(thread, NULL);
  of_another();
  return 0;
}
