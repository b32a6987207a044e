// SPDX-License-Identifier: Apache-2.0
// a non-blocking connect must say EINPROGRESS or 0, never wait
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "connect_nonblocking ADDRESS PORT");
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((in_port_t)atoi(argv[2]))};
  inet_pton(AF_INET, argv[1], &to.sin_addr);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  const int result = connect(fd, (struct sockaddr*)&to, sizeof to);
  if (result != 0 && errno != EINPROGRESS) return report("connect", result);
  puts("did not wait");
  struct pollfd waiting = {.fd = fd, .events = POLLOUT};
  poll(&waiting, 1, 5000);
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
  errno = error;
  return report("connected", error == 0 ? 0 : -1);
}
