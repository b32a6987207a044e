// SPDX-License-Identifier: Apache-2.0
// a task that forbids others to look at it must still be able to act (ssh-agent, gpg)
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "report.h"

int main(void) {
  report("prctl", prctl(PR_SET_DUMPABLE, 0));
  report("open", open("made", O_WRONLY | O_CREAT, 0600));
  report("rename", rename("made", "moved"));
  return report("unlink", unlink("moved"));
}
