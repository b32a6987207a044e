// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/guarded_names.h"

#include <cerrno>
#include <filesystem>
#include <functional>
#include <system_error>

#include "base/limits.h"
#include "policy/text/excepted.h"
#include "policy/text/glob.h"
#include "supervisor/facts/rules_here.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using OnName = std::function<void(const std::string& path)>;

constexpr std::size_t kMostNames = 200'000;  // some 0.5 s
constexpr int kDeepestPlace = 3;             // ".git/modules/x/config"

// FOLDER's files, not through links, in folders that GOES_DOWN lets in. Where it cannot look to the
// end nothing of LEFT remains.
void walk(const std::string& folder, std::size_t& left, const OnName& on_file,
          const std::function<bool(const std::string& path, int depth)>& goes_down) {
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, options, error), end; !error && entry != end;
       entry.increment(error)) {
    if (left == 0) return;
    --left;
    std::error_code none;
    const std::string path = entry->path().string();
    if (entry->is_symlink(none)) continue;
    if (!entry->is_directory(none))
      on_file(path);
    else if (!goes_down(path, entry.depth()))
      entry.disable_recursion_pending();
  }
  if (error && error.value() != ENOENT) left = 0;
}

bool tightens(const policy::Rule& rule) {
  return rule.decides && rule.decision != policy::Verdict::kAllow && !rule.when.path.empty();
}

}  // namespace

GuardedNames::GuardedNames(const policy::PathClassifier& classifier,
                           std::vector<policy::Rule> rules)
    : classifier_(classifier), rules_(std::move(rules)), left_(kMostNames) {}

bool GuardedNames::may_be_one(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_nlink > 1;
}

bool GuardedNames::has_looked() const {
  const std::lock_guard lock(mutex_);
  return looked_;
}

bool GuardedNames::is_cut_short() const {
  const std::lock_guard lock(mutex_);
  return looked_ && left_ == 0;
}

std::optional<std::string> GuardedNames::name_of(const struct stat& status) {
  const std::lock_guard lock(mutex_);
  if (!looked_) look();
  const auto found = names_.find({status.st_dev, status.st_ino});
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

void GuardedNames::look() {
  looked_ = true;
  const policy::PathRoots& roots = classifier_.roots();
  std::vector<policy::Rule> rules = rules_here(rules_, roots);
  rules.insert(rules.end(), rules_.begin(), rules_.end());
  for (const std::string& workspace : roots.workspace) {
    look_at_places(workspace);
    for (const policy::Rule& rule : rules)
      if (tightens(rule)) look_at_rule(rule, workspace);
  }
  if (!roots.home.empty()) look_at_places(roots.home);
}

void GuardedNames::look_at_rule(const policy::Rule& rule, const std::string& workspace) {
  for (const std::string& pattern : rule.when.path) {
    if (policy::is_exception(pattern)) continue;
    const std::string glob = policy::anchored_glob(pattern, workspace, classifier_.roots().home);
    // A pattern that holds anywhere is looked for where the agent works.
    const std::string named = policy::literal_beginning(glob);
    const auto note = [&](const std::string& path) {
      struct stat status {};
      if (policy::path_glob_matches(glob, path) && ::lstat(path.c_str(), &status) == 0 &&
          may_be_one(status))
        names_.try_emplace({status.st_dev, status.st_ino}, path);
    };
    std::error_code none;
    const std::string folder = named == "/" ? workspace : named;
    if (canonical_text(folder) != folder) continue;  // where it leads is a pattern of its own
    if (!fs::is_directory(folder, none))
      note(folder);
    else
      walk(folder, left_, note, [](const std::string&, int) { return true; });
  }
}

// Files that steer programs lie in a folder itself, or in its folders with a dot.
void GuardedNames::look_at_places(const std::string& folder) {
  const auto note = [&](const std::string& path) {
    struct stat status {};
    if (classifier_.classify(path, policy::ObjectType::kFile) == policy::PathClass::kConfig &&
        ::lstat(path.c_str(), &status) == 0 && may_be_one(status))
      names_.try_emplace({status.st_dev, status.st_ino}, path);
  };
  walk(folder, left_, note, [&](const std::string& path, int depth) {
    const bool hidden = path.substr(folder.size()).starts_with("/.");
    return hidden && depth < kDeepestPlace && !path.ends_with("/.git/objects") &&
           classifier_.classify(path + "/x", policy::ObjectType::kFile) !=
               policy::PathClass::kCache;
  });
}

}  // namespace guard::supervisor
