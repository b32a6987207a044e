// SPDX-License-Identifier: Apache-2.0
// Receives datagrams and connections on ADDRESS; writes the port to FILE, and to FILE.heard one
// line for each thing that came.
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>

#include "report.h"
#include "sockets.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "udp_sink ADDRESS FILE");
  const int datagrams = udp_receiver(argv[1], 0);
  const int port = bound_port(datagrams);
  const int door = socket(AF_INET, SOCK_STREAM, 0);
  const struct sockaddr_in name = inet_name(argv[1], port);
  if (bind(door, (const struct sockaddr*)&name, sizeof name) != 0 || listen(door, 8) != 0) return 2;
  char heard[4096];
  snprintf(heard, sizeof heard, "%s.heard", argv[2]);
  FILE* log = fopen(heard, "w");
  FILE* file = fopen(argv[2], "w");
  fprintf(file, "%d\n", port);
  fclose(file);
  alarm(60);
  for (;;) {
    struct pollfd waited[2] = {{datagrams, POLLIN, 0}, {door, POLLIN, 0}};
    poll(waited, 2, -1);
    for (int n = received(datagrams); n > 0; --n) fprintf(log, "datagram\n");
    if ((waited[1].revents & POLLIN) != 0) {
      const int guest = accept(door, NULL, NULL);
      if (guest >= 0) fprintf(log, "connection\n");  // kept open: more may be sent on it
    }
    fflush(log);
  }
}
