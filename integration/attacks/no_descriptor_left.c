// SPDX-License-Identifier: Apache-2.0
// 1,000 opens and more with O_TRUNC while a thread takes the last descriptor number away and gives
// it back, and the path flips between a file of this session (born/x) and one of before (keep/x). A
// file that cannot be handed over must not be opened by the kernel instead. 22.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flip.h"

enum { kFew = 3, kEnough = 64 };

static void allow_descriptors(rlim_t count) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = count;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static void stay(unsigned turn) {
  for (volatile unsigned wait = (turn * 2654435761U) >> 18; wait > 0; --wait) {
  }
}

// Judged while it names born/x, handed over while there is no number left, repeated by a kernel
// that was told to go on when both have changed.
static void* flip_both(void* argument) {
  Flip* flip = argument;
  for (unsigned turn = 0; !atomic_load(&flip->stop); ++turn) {
    atomic_store(&flip->word, flip->texts[0]);
    stay(turn);
    allow_descriptors(kFew);
    stay(turn + 1);
    atomic_store(&flip->word, flip->texts[1]);
    allow_descriptors(kEnough);
    stay(turn + 2);
  }
  allow_descriptors(kEnough);
  return NULL;
}

static off_t size_of(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 ? info.st_size : -1;
}

int main(void) {
  Flip flip;
  pthread_t thread;
  int opened = 0, full = 0, hit = 0;
  const off_t before = size_of("keep/x");
  mkdir("born", 0700);
  close(open("born/x", O_WRONLY | O_CREAT, 0600));
  flip_prepare(&flip, "born/x", "keep/x");
  if (pthread_create(&thread, NULL, flip_both, &flip) != 0) return 2;
  // Whether the last number is free at the right moment is luck: until both were seen.
  for (int i = 0; hit == 0 && (i < kTries || (i < 30 * kTries && (opened == 0 || full == 0)));
       ++i) {
    const int fd = open(flip_text(&flip), O_WRONLY | O_TRUNC);
    if (fd >= 0) ++opened, close(fd);
    if (fd < 0 && errno == EMFILE) ++full;
    if (size_of("keep/x") != before) ++hit;
  }
  flip_end(&flip, thread);
  printf("opened %s, no descriptor %s, hit %d\n", opened > 0 ? "some" : "none",
         full > 0 ? "some" : "none", hit);
  return hit == 0 ? 0 : 1;
}
