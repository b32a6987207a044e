// SPDX-License-Identifier: Apache-2.0
// listens on 127.0.0.1, writes the port to FILE, answers one connection with "hello"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "loopback_server FILE");
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof here;
  const int door = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(door, (struct sockaddr*)&here, size) != 0 || listen(door, 8) != 0) return 2;
  getsockname(door, (struct sockaddr*)&here, &size);
  FILE* file = fopen(argv[1], "w");
  fprintf(file, "%d\n", ntohs(here.sin_port));
  fclose(file);
  alarm(60);
  for (;;) {
    const int guest = accept(door, NULL, NULL);
    if (write(guest, "hello\n", 6) != 6) return 2;
    close(guest);
  }
}
