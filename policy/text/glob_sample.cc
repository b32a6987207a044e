// SPDX-License-Identifier: Apache-2.0
#include "policy/text/glob_sample.h"

#include <algorithm>

namespace guard::policy {

std::string glob_sample(std::string_view pattern, std::string_view filled) {
  std::string path;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '*') {
      while (i + 1 < pattern.size() && pattern[i + 1] == '*') ++i;
      path += filled;
    } else if (pattern[i] == '?') {
      path += 'x';
    } else if (pattern[i] == '[') {
      const std::size_t end = pattern.find(']', i + 2);
      path += pattern[i + 1] == '!' || pattern[i + 1] == '^' ? 'x' : pattern[i + 1];
      i = std::min(end, pattern.size());
    } else {
      path += pattern[i];
    }
  }
  return path;
}

}  // namespace guard::policy
