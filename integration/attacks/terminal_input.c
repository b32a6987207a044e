// SPDX-License-Identifier: Apache-2.0
// Types into its own terminal with TIOCSTI, with high bits set in the command too, and pastes with
// TIOCLINUX. K29.
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

enum { kLinux = 0x541C };

int main(void) {
  const char text[] = "touch typed\n";
  int typed = 0;
  for (const char* c = text; *c != '\0'; ++c) typed += ioctl(0, TIOCSTI, c) == 0;
  printf("typed %d\n", typed);
  report("TIOCSTI", ioctl(0, TIOCSTI, text));
  report("TIOCSTI high bits", syscall(SYS_ioctl, 0, (1UL << 32) | TIOCSTI, text));
  char paste[] = {3};
  return report("TIOCLINUX", ioctl(0, kLinux, paste)) == 0;
}
