// SPDX-License-Identifier: Apache-2.0
#include "console/run/secret_survey.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <set>
#include <utility>

#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "interceptor/launch/trials.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/facts/secret_files.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostNames = 200'000;  // some 0.3 s

using interceptor::ReadHolding;

constexpr std::array kHeldBy = {"fanotify", "leases",
                                "asking guard about every file that is opened, which is slow"};

// As the kernel decides for F_SETLEASE (fs/locks.c).
bool can_be_leased(const struct stat& status) {
  return status.st_uid == ::geteuid();
}

std::optional<policy::PathRoots> roots_at(const policy::Policy& policy, const std::string& cwd) {
  const auto locations = find_locations("");
  const auto workspace = find_workspace(policy.workspace, cwd, supervisor::home_folder());
  if (!locations || !workspace) return std::nullopt;
  return supervisor::find_path_roots(policy, workspace->folders,
                                     {locations->state, locations->runtime, locations->config});
}

}  // namespace

SecretSurvey survey_secrets(const policy::Policy& policy, const std::string& cwd) {
  SecretSurvey survey;
  const ReadHolding holding = interceptor::read_holding_here();
  survey.held_by = kHeldBy.at(static_cast<std::size_t>(holding));
  const auto roots = roots_at(policy, cwd);
  if (!roots) return survey;
  const policy::PathClassifier classifier(*roots);
  std::set<std::pair<dev_t, ino_t>> seen;
  supervisor::SecretSearch search(classifier, [&](int object, const std::string& path) {
    struct stat status {};
    if (::fstat(object, &status) != 0 || !seen.emplace(status.st_dev, status.st_ino).second) return;
    ++survey.found;
    if (holding != ReadHolding::kLeases || can_be_leased(status)) return;
    if (::faccessat(object, "", R_OK, AT_EMPTY_PATH | AT_EACCESS) == 0)
      survey.not_held.push_back(path);
  });
  search.begin_named();
  search.begin_usual();
  search.begin_home();
  survey.complete = !search.go_on(kMostNames) && search.left_out() == 0;
  survey.not_covered = search.names_folders();
  if (holding != ReadHolding::kEveryOpen)
    survey.not_covered.insert(survey.not_covered.end(), search.not_everywhere().begin(),
                              search.not_everywhere().end());
  return survey;
}

std::vector<std::string> secret_folders(const policy::Policy& policy, const std::string& cwd) {
  const auto roots = roots_at(policy, cwd);
  if (!roots) return {};
  const policy::PathClassifier classifier(*roots);
  supervisor::SecretSearch search(classifier, [](int, const std::string&) {});
  search.begin_named();
  return search.names_folders();
}

std::vector<std::string> not_held_of(const std::vector<std::string>& secrets,
                                     const policy::Policy& policy, const std::string& cwd) {
  const ReadHolding holding =
      secrets.empty() ? ReadHolding::kEveryOpen : interceptor::read_holding_here();
  const auto roots = roots_at(policy, cwd);
  if (holding == ReadHolding::kEveryOpen || !roots) return {};
  const policy::PathClassifier classifier(*roots);
  std::vector<std::string> found;
  for (const std::string& path : secrets) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), R_OK) != 0) continue;
    const bool by_kind = holding != ReadHolding::kLeases || can_be_leased(status);
    if (!by_kind || !supervisor::is_searched(classifier, path)) found.push_back(path);
  }
  return found;
}

}  // namespace guard::console
