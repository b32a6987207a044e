/* SPDX-License-Identifier: Apache-2.0
 * guard_spawn FILE ARGV0 [ARGUMENT...]: becomes FILE. What the preloaded library has posix_spawn,
 * system and popen start (exec_functions.cc): this exec it stands in for, theirs it cannot. */
#include <errno.h>
#include <unistd.h>

extern char** environ;

int main(int argc, char** argv) {
  if (argc < 3) return 127;
  execve(argv[1], argv + 2, environ);
  return errno == EPERM || errno == EACCES ? 126 : 127;
}
