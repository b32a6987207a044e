// SPDX-License-Identifier: Apache-2.0
// unreadable_path CALL PATH: 1,000 times the call, with its path in a page that a thread makes
// unreadable and readable again, so that guard's reading may fail where the kernel's later would
// not. Prints how often the object was there no more. 21, K41.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../programs/report.h"

enum { kTries = 1000, kPage = 4096 };

static char* page;
static atomic_int stop;

static void* hide_and_show(void* unused) {
  (void)unused;
  for (unsigned turn = 0; !atomic_load(&stop); ++turn) {
    mprotect(page, kPage, (turn & 1) != 0 ? PROT_READ | PROT_WRITE : PROT_NONE);
    for (volatile unsigned wait = (turn * 2654435761U) >> 19; wait > 0; --wait) {
    }
  }
  mprotect(page, kPage, PROT_READ | PROT_WRITE);
  return NULL;
}

static void count(long returned, int* refused, int* unread) {
  if (returned >= 0) return;
  *refused += errno == EPERM;
  *unread += errno == EFAULT;
}

static long act(const char* call) {
  if (strcmp(call, "unlink") == 0) return unlink(page);
  if (strcmp(call, "truncate") == 0) return truncate(page, 0);
  if (strcmp(call, "rename") == 0) return rename(page, "taken");
  const int fd = open(page, O_WRONLY | O_TRUNC);
  if (fd >= 0) close(fd);
  return fd;
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "unreadable_path CALL PATH");
  struct stat before, now;
  if (stat(argv[2], &before) != 0) return 2;
  page = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  strcpy(page, argv[2]);
  int refused = 0, unread = 0, hit = 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, hide_and_show, NULL) != 0) return 2;
  for (int i = 0; i < kTries && hit == 0; ++i) {
    count(act(argv[1]), &refused, &unread);
    if (stat(argv[2], &now) != 0 || now.st_size != before.st_size) ++hit;
  }
  atomic_store(&stop, 1);
  pthread_join(thread, NULL);
  // Once each without a race: how often the thread gets its turn is the scheduler's.
  count(act(argv[1]), &refused, &unread);
  mprotect(page, kPage, PROT_NONE);
  count(act(argv[1]), &refused, &unread);
  mprotect(page, kPage, PROT_READ | PROT_WRITE);
  printf("tried %d, refused %s, unread %s, hit %d\n", kTries, refused > 0 ? "some" : "none",
         unread > 0 ? "some" : "none", hit);
  return hit == 0 ? 0 : 1;
}
