// SPDX-License-Identifier: Apache-2.0
#include "console/review/secret_paths.h"

#include <memory>
#include <utility>

#include "policy/paths/path_class.h"
#include "supervisor/facts/path_roots.h"

namespace guard::console {

std::function<bool(const std::string& path)> secret_paths(const policy::Policy& policy,
                                                          std::vector<std::string> workspace) {
  auto classifier = std::make_shared<const policy::PathClassifier>(
      supervisor::find_path_roots(policy, std::move(workspace), {}));
  return [classifier = std::move(classifier)](const std::string& path) {
    return classifier->classify(path, policy::ObjectType::kFile) == policy::PathClass::kSecret;
  };
}

}  // namespace guard::console
