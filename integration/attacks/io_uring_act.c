// SPDX-License-Identifier: Apache-2.0
// io_uring_act CALL PATH [PATH]: the act through a ring, which needs no system call of its own.
// unlink, rename, link, mkdir, truncate (an open with O_TRUNC), connect (PATH is a port). 2, K10.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

static struct sockaddr_in address = {.sin_family = AF_INET};

static int describe(struct io_uring_sqe* entry, char** words) {
  const char* call = words[0];
  entry->fd = AT_FDCWD;
  entry->addr = (unsigned long)words[1];
  if (strcmp(call, "unlink") == 0) {
    entry->opcode = IORING_OP_UNLINKAT;
  } else if (strcmp(call, "mkdir") == 0) {
    entry->opcode = IORING_OP_MKDIRAT;
    entry->len = 0700;
  } else if (strcmp(call, "truncate") == 0) {
    entry->opcode = IORING_OP_OPENAT;
    entry->open_flags = O_WRONLY | O_TRUNC;
  } else if (strcmp(call, "rename") == 0 || strcmp(call, "link") == 0) {
    entry->opcode = call[0] == 'r' ? IORING_OP_RENAMEAT : IORING_OP_LINKAT;
    entry->len = (unsigned)AT_FDCWD;
    entry->addr2 = (unsigned long)words[2];
  } else if (strcmp(call, "connect") == 0) {
    entry->opcode = IORING_OP_CONNECT;
    entry->fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_port = htons((in_port_t)atoi(words[1]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    entry->addr = (unsigned long)&address;
    entry->off = sizeof address;
  } else {
    return -1;
  }
  return 0;
}

static void* map_ring(int ring, size_t size, off_t offset) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, offset);
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "io_uring_act CALL PATH [PATH]");
  struct io_uring_params set = {0};
  const int ring = (int)syscall(SYS_io_uring_setup, 4, &set);
  if (ring < 0) return report("io_uring_setup", ring);
  char* submit =
      map_ring(ring, set.sq_off.array + set.sq_entries * sizeof(unsigned), IORING_OFF_SQ_RING);
  char* done = map_ring(ring, set.cq_off.cqes + set.cq_entries * sizeof(struct io_uring_cqe),
                        IORING_OFF_CQ_RING);
  struct io_uring_sqe* entry =
      map_ring(ring, set.sq_entries * sizeof(struct io_uring_sqe), IORING_OFF_SQES);
  if (submit == MAP_FAILED || done == MAP_FAILED || (void*)entry == MAP_FAILED) return 2;
  if (describe(entry, argv + 1) != 0) return 2;
  ((unsigned*)(submit + set.sq_off.array))[0] = 0;
  *(volatile unsigned*)(submit + set.sq_off.tail) = 1;
  if (syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) < 0)
    return report("io_uring_enter", -1);
  const int result = ((struct io_uring_cqe*)(done + set.cq_off.cqes))->res;
  errno = result < 0 ? -result : 0;
  return report(argv[1], result);
}
