// SPDX-License-Identifier: Apache-2.0
// unshare(mount namespace)
#define _GNU_SOURCE
#include <sched.h>

#include "report.h"

int main(void) {
  return report("unshare", unshare(CLONE_NEWNS));
}
