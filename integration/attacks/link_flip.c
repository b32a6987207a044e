// SPDX-License-Identifier: Apache-2.0
// A thread swaps a folder on the way (way/x) between a real one of this session and a symlink to a
// folder of before, while unlink is judged. Prints how often the object of before went. 19, K7.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flip.h"

static atomic_int stop;

static void* swap(void* unused) {
  (void)unused;
  while (!atomic_load(&stop)) renameat2(AT_FDCWD, "way", AT_FDCWD, "other", RENAME_EXCHANGE);
  return NULL;
}

static void touch(const char* path) {
  close(open(path, O_WRONLY | O_CREAT, 0600));
}

int main(void) {
  int done = 0, hit = 0;
  pthread_t thread;
  if (mkdir("way", 0700) != 0 || symlink("keep", "other") != 0) return 2;
  if (pthread_create(&thread, NULL, swap, NULL) != 0) return 2;
  const int real = open("way", O_RDONLY | O_NOFOLLOW | O_DIRECTORY);
  const int folder = real >= 0 ? real : open("other", O_RDONLY | O_NOFOLLOW | O_DIRECTORY);
  if (folder < 0) return 2;
  for (int i = 0; i < kTries; ++i) {
    close(openat(folder, "x", O_WRONLY | O_CREAT, 0600));
    if (unlink("way/x") == 0) ++done;
    if (access("keep/x", F_OK) != 0) {
      ++hit;
      touch("keep/x");
    }
  }
  atomic_store(&stop, 1);
  pthread_join(thread, NULL);
  printf("tries %d done %d hit %d\n", kTries, done, hit);
  return hit == 0 ? 0 : 1;
}
