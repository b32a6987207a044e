// SPDX-License-Identifier: Apache-2.0
// link_flip folder|last CALL: while CALL is judged, a thread swaps a component of its path between
// what was made in this session and a symlink to what was there before. `folder`: way/x, where way
// is a folder or a link to keep. `last`: way, a file or a link to keep/x. Prints how often
// something of before was hit. 19, K7.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flip.h"

static atomic_int stop;
static const char kContent[] = "content";

static void* swap(void* unused) {
  (void)unused;
  while (!atomic_load(&stop)) renameat2(AT_FDCWD, "way", AT_FDCWD, "other", RENAME_EXCHANGE);
  return NULL;
}

static int try_unlink(const char* path) {
  return unlink(path);
}
static int try_rename(const char* path) {
  return rename(path, "taken");
}
static int try_link(const char* path) {
  unlink("hard");
  return linkat(AT_FDCWD, path, AT_FDCWD, "hard", AT_SYMLINK_FOLLOW);
}
static int try_truncate(const char* path) {
  return truncate(path, 0);
}
static int try_open(const char* path) {
  const int fd = open(path, O_WRONLY | O_TRUNC);
  return fd < 0 ? -1 : close(fd);
}
static int try_mkdir(const char* path) {
  (void)path;
  rmdir("way/made");
  return mkdir("way/made", 0700);
}

static const struct {
  const char* name;
  int (*act)(const char* path);
} kActs[] = {{"unlink", try_unlink},     {"rename", try_rename}, {"link", try_link},
             {"truncate", try_truncate}, {"open", try_open},     {"mkdir", try_mkdir}};
enum { kActCount = sizeof kActs / sizeof kActs[0] };

// An object that was there before is no more as it was, or has a second name.
static int was_hit(void) {
  struct stat info;
  if (stat("keep/x", &info) != 0 || info.st_size == 0) return 1;
  return info.st_nlink > 1 || access("keep/made", F_OK) == 0;
}

static void fill(int folder, const char* name) {
  const int fd = openat(folder, name, O_WRONLY | O_CREAT | O_NOFOLLOW, 0600);
  if (fd >= 0 && write(fd, kContent, sizeof kContent) < 0) exit(2);
  if (fd >= 0) close(fd);
}

int main(int argc, char** argv) {
  int done = 0, hit = 0;
  size_t chosen = 0;
  if (argc < 3) return 2;
  const int last = strcmp(argv[1], "last") == 0;
  while (chosen < kActCount && strcmp(kActs[chosen].name, argv[2]) != 0) ++chosen;
  if (chosen == kActCount) return 2;
  if (last) {
    fill(AT_FDCWD, "way");
  } else if (mkdir("way", 0700) != 0) {
    return 2;
  }
  if (symlink(last ? "keep/x" : "keep", "other") != 0) return 2;
  const int folder = open("way", O_RDONLY | O_NOFOLLOW | (last ? 0 : O_DIRECTORY));
  pthread_t thread;
  if (folder < 0 || pthread_create(&thread, NULL, swap, NULL) != 0) return 2;
  for (int i = 0; i < kTries && hit == 0; ++i) {
    if (!last) fill(folder, "x");
    if (kActs[chosen].act(last ? "way" : "way/x") == 0) ++done;
    hit += was_hit();
  }
  atomic_store(&stop, 1);
  pthread_join(thread, NULL);
  printf("tries %d done %s hit %d\n", kTries, done > 0 ? "some" : "none", hit);
  return hit == 0 ? 0 : 1;
}
