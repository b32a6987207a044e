// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/shown_secrets.h"

#include <algorithm>
#include <string>

#include "policy/effects/file_assessment.h"

namespace guard::policy {

bool shows_secret(const CommandLine& line, Facts& facts) {
  const auto is_secret = [&](const std::string& path) {
    Object object = facts.object(path, LastLink::kFollowed);
    object.type = ObjectType::kFile;  // it need not be there any more
    return is_secret_to_read(object);
  };
  return std::ranges::any_of(line.operands, [&](const std::string& operand) {
    const std::size_t colon = operand.find(':');
    if (colon == std::string::npos || colon + 1 == operand.size()) return false;
    const std::string path = operand.substr(colon + 1);
    return is_secret(path) || std::ranges::any_of(facts.workspace(), [&](const std::string& top) {
             return is_secret(top + "/" + path);
           });
  });
}

}  // namespace guard::policy
