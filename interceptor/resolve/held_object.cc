// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/held_object.h"

#include <sys/stat.h>

namespace guard::interceptor {

bool is_regular_file(const HeldPath& held) {
  return S_ISREG(held.status.st_mode);
}

bool is_folder(const HeldPath& held) {
  return S_ISDIR(held.status.st_mode);
}

bool is_character_device(const HeldPath& held) {
  return S_ISCHR(held.status.st_mode);
}

}  // namespace guard::interceptor
