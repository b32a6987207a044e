// SPDX-License-Identifier: Apache-2.0
#include "console/run/secret_survey.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "interceptor/launch/trials.h"
#include "policy/paths/secret_reason.h"
#include "policy/paths/usual_names.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/facts/secret_files.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostNames = 200'000;  // some 0.3 s

using interceptor::ReadHolding;

constexpr const char* kWhyEvery =
    "a run that cannot know which files to hold there asks guard about every file that is opened, "
    "which is slow.";

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

// As supervisor/secrets/read_gates.cc decides for a run.
ReadHolding holding_here(const policy::PathClassifier& classifier) {
  const ReadHolding holding = interceptor::read_holding_here();
  const bool closed =
      holding == ReadHolding::kLeases && !supervisor::closed_place_of_secrets(classifier).empty();
  return closed ? ReadHolding::kEveryOpen : holding;
}

// A search comes by, and may list the folder or tries the name.
bool is_found(const policy::PathClassifier& classifier, const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = path.substr(0, std::max<std::size_t>(slash, 1));
  const bool listed = ::access(folder.c_str(), R_OK | X_OK) == 0;
  return supervisor::is_searched(classifier, path) &&
         (listed || policy::usual_names(classifier).contains(path.substr(slash + 1)));
}

}  // namespace

SecretSurvey survey_secrets(const policy::Policy& policy, const std::string& cwd) {
  SecretSurvey survey;
  survey.held_by = kHeldBy.at(static_cast<std::size_t>(interceptor::read_holding_here()));
  const auto roots = roots_at(policy, cwd);
  if (!roots) return survey;
  const policy::PathClassifier classifier(*roots);
  const ReadHolding holding = holding_here(classifier);
  survey.held_by = kHeldBy.at(static_cast<std::size_t>(holding));
  std::set<std::pair<dev_t, ino_t>> seen;
  supervisor::SecretSearch search(classifier, [&](int object, const std::string& path) {
    struct stat status {};
    if (::fstat(object, &status) != 0 || !seen.emplace(status.st_dev, status.st_ino).second) return;
    const bool is_others = holding == ReadHolding::kLeases && !can_be_leased(status);
    const bool is_read =
        is_others && ::faccessat(object, "", R_OK, AT_EMPTY_PATH | AT_EACCESS) == 0;
    if (is_others && !is_read) {
      ++survey.closed;
      return;
    }
    survey.found.push_back({path, policy::secret_reason(classifier, path), !is_read});
    if (is_read) survey.not_held.push_back(path);
  });
  search.begin_named();
  search.begin_usual();
  search.begin_home();
  survey.complete = !search.go_on(kMostNames) && search.left_out() == 0;
  survey.not_covered = search.names_folders();
  if (holding == ReadHolding::kEveryOpen) {
    if (const std::string& place = search.closed().place; !place.empty())
      survey.not_covered.push_back(place + " cannot be listed: " + kWhyEvery +
                                   supervisor::fix_of_closed(place));
    return survey;
  }
  survey.not_covered.insert(survey.not_covered.end(), search.not_everywhere().begin(),
                            search.not_everywhere().end());
  if (search.closed().folders > 0)
    survey.not_covered.push_back(supervisor::closed_text(search.closed()));
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
  const auto roots = secrets.empty() ? std::nullopt : roots_at(policy, cwd);
  if (!roots) return {};
  const policy::PathClassifier classifier(*roots);
  const ReadHolding holding = holding_here(classifier);
  if (holding == ReadHolding::kEveryOpen) return {};
  std::vector<std::string> found;
  for (const std::string& path : secrets) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), R_OK) != 0) continue;
    const bool by_kind = holding != ReadHolding::kLeases || can_be_leased(status);
    if (!by_kind || !is_found(classifier, path)) found.push_back(path);
  }
  return found;
}

}  // namespace guard::console
