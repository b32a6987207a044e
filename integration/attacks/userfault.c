// SPDX-License-Identifier: Apache-2.0
// userfaultfd, by call and by device: whoever has it can hold a page back while guard reads it.
// K41.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

enum { kUserModeOnly = 1, kNewByDevice = 0xAA00 };

int main(void) {
  int got = report("userfaultfd", syscall(SYS_userfaultfd, O_CLOEXEC)) == 0;
  got += report("user mode only", syscall(SYS_userfaultfd, O_CLOEXEC | kUserModeOnly)) == 0;
  const int device = open("/dev/userfaultfd", O_RDWR | O_CLOEXEC);
  if (device >= 0) got += report("by device", ioctl(device, kNewByDevice, O_CLOEXEC)) == 0;
  return got;
}
