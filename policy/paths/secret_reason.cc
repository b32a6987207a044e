// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/secret_reason.h"

#include "base/text/path.h"
#include "policy/paths/path_names.h"
#include "policy/text/glob.h"

namespace guard::policy {

std::string home_shown(const PathClassifier& classifier, std::string_view path) {
  const std::string& home = classifier.roots().home;
  const auto in_home = home == "/" ? std::nullopt : below(path, home);
  if (!in_home) return std::string(path);
  return in_home->empty() ? "~" : "~/" + std::string(*in_home);
}

std::string secret_reason(const PathClassifier& classifier, std::string_view path) {
  for (const std::string& pattern : classifier.secret_patterns())
    if (path_glob_matches(pattern, path))
      return "named by the policy: " + home_shown(classifier, pattern);
  if (classifier.classify(path, ObjectType::kFile) == PathClass::kSystem)
    return "a secret of the system";
  const auto in_home = below(path, classifier.roots().home);
  const std::string_view place = in_home ? home_secret_of(*in_home) : std::string_view();
  if (!place.empty()) return "usual place: ~/" + std::string(place);
  const std::string_view name = secret_name_of(path);
  if (!name.empty()) return "usual name: " + std::string(name);
  return "usual place: " + home_shown(classifier, parent_of(path));
}

}  // namespace guard::policy
