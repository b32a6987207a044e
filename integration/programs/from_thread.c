// SPDX-License-Identifier: Apache-2.0
// unlink(PATH) from a second thread
#include <pthread.h>
#include <unistd.h>

#include "report.h"

static int status;

static void* act(void* path) {
  status = report("unlink from thread", unlink(path));
  return NULL;
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "from_thread PATH");
  pthread_t thread;
  if (pthread_create(&thread, NULL, act, argv[1]) != 0) return 2;
  pthread_join(thread, NULL);
  return status;
}
