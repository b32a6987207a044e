// SPDX-License-Identifier: Apache-2.0
// connect(TCP, ADDRESS, PORT), v4 or v6
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "connect_inet ADDRESS PORT");
  const in_port_t port = htons((in_port_t)atoi(argv[2]));
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = port};
  if (inet_pton(AF_INET, argv[1], &v4.sin_addr) == 1) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    return report("connect", connect(fd, (struct sockaddr*)&v4, sizeof v4));
  }
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = port};
  if (inet_pton(AF_INET6, argv[1], &v6.sin6_addr) != 1) return 2;
  const int fd = socket(AF_INET6, SOCK_STREAM, 0);
  return report("connect", connect(fd, (struct sockaddr*)&v6, sizeof v6));
}
