// SPDX-License-Identifier: Apache-2.0
#include "base/process/environment.h"

#include <unistd.h>

namespace guard {

std::vector<std::string> own_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  return environment;
}

}  // namespace guard
