// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/secret_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/directory.h"
#include "base/files/fd_name.h"
#include "base/files/long_path.h"
#include "base/text/text.h"
#include "policy/effects/file_assessment.h"
#include "policy/paths/path_names.h"
#include "policy/paths/usual_names.h"
#include "policy/text/glob.h"

namespace guard::supervisor {
namespace {

constexpr unsigned kDeepest = 24;
constexpr std::size_t kMostFolders = 200'000;
constexpr std::size_t kNamesForPlaces = 100'000;  // some 0.2 s, in folders that the policy names

// Small, and full of secrets: before everything else.
constexpr std::array kHomeFolders = {".ssh",
                                     ".aws",
                                     ".gnupg",
                                     ".config",
                                     ".docker",
                                     ".kube",
                                     ".azure",
                                     ".oci",
                                     ".cargo",
                                     ".claude",
                                     ".codex",
                                     ".gemini",
                                     ".gradle",
                                     ".m2",
                                     ".gem",
                                     ".nuget",
                                     ".composer",
                                     ".qwen",
                                     ".terraform.d",
                                     ".password-store",
                                     ".local/share/keyrings"};
constexpr std::array kSystemPlaces = {"/etc", "/etc/ssh", "/etc/sudoers.d", "/run/secrets"};

constexpr std::string_view kSystemFolder = "/etc";

bool is_kernels(std::string_view path) {
  return path == "/proc" || path == "/sys" || path == "/dev";
}

bool is_skipped(std::string_view name, std::string_view path) {
  return policy::vcs_class(name).has_value() || policy::has_build_folder(name) || is_kernels(path);
}

// "/**/x" of "**/x".
bool is_anywhere(std::string_view pattern) {
  return pattern == "/**" || pattern.starts_with("/**/");
}

// A file that a link with a secret's name leads to, and that is meant to be shown.
bool is_for_all(std::string_view path) {
  constexpr std::array<std::string_view, 6> kShown = {".example", ".sample",   ".template",
                                                      ".dist",    ".defaults", ".pub"};
  return std::any_of(kShown.begin(), kShown.end(),
                     [path](std::string_view end) { return path.ends_with(end); });
}

bool can_enter(const UniqueFd& folder) {
  struct stat status {};
  return ::fstatat(folder.get(), ".", &status, 0) == 0;
}

std::string parent_of(const std::string& path) {
  return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
}

std::vector<std::string> homes_of(const policy::PathRoots& roots) {
  std::vector<std::string> homes = roots.other_homes;
  if (!roots.home.empty()) homes.push_back(roots.home);
  return homes;
}

// A home that is the root folder is not searched through.
std::vector<std::string> homes_to_search(const policy::PathRoots& roots) {
  std::vector<std::string> homes = homes_of(roots);
  std::erase(homes, "/");
  return homes;
}

}  // namespace

bool is_named_secret(const policy::PathClassifier& classifier, std::string_view path) {
  return std::ranges::any_of(classifier.secret_patterns(), [&](const std::string& pattern) {
    return policy::path_glob_matches(pattern, path);
  });
}

bool is_looked_for(const policy::PathClassifier& classifier, std::string_view path) {
  if (is_named_secret(classifier, path)) return true;
  const policy::PathRoots& roots = classifier.roots();
  std::vector<std::string> tops = roots.workspace;
  for (std::string& home : homes_of(roots)) tops.push_back(std::move(home));
  for (const std::string& top : tops) {
    const auto relative = policy::below(path, top);
    if (!relative) continue;
    const std::string_view folders =
        relative->substr(0, std::min(relative->rfind('/'), relative->size()));
    const bool has_folders = relative->find('/') != std::string_view::npos;
    return !has_folders || !(policy::has_build_folder(folders) || policy::vcs_class(folders));
  }
  return true;
}

bool is_searched(const policy::PathClassifier& classifier, std::string_view path) {
  const policy::PathRoots& roots = classifier.roots();
  const auto lies_in = [&](std::string_view folder) {
    return !folder.empty() && policy::below(path, folder).has_value();
  };
  const auto by_place = [&](const std::string& pattern) {
    return !is_anywhere(pattern) && policy::path_glob_matches(pattern, path);
  };
  return std::ranges::any_of(classifier.secret_patterns(), by_place) ||
         std::ranges::any_of(roots.workspace, lies_in) || std::ranges::any_of(roots.tmp, lies_in) ||
         std::ranges::any_of(homes_of(roots), lies_in) || lies_in(kSystemFolder) ||
         lies_in("/run/secrets");
}

bool is_searched_by_name(const policy::PathClassifier& classifier, std::string_view folder) {
  using policy::PathClass;
  const std::string inside = std::string(folder) + "/.env";
  return classifier.classify(inside, policy::ObjectType::kFile) == PathClass::kSecret &&
         is_looked_for(classifier, inside);
}

SecretSearch::SecretSearch(const policy::PathClassifier& classifier, OnSecretFile on_found)
    : classifier_(classifier), on_found_(std::move(on_found)) {}

void SecretSearch::begin_named_places() {
  for (const std::string& pattern : classifier_.secret_patterns()) {
    if (is_anywhere(pattern)) continue;
    const std::string start = policy::literal_beginning(pattern);
    if (policy::has_wildcard(pattern)) {
      waiting_.push_back({.path = start, .by_name = true, .named = &pattern});
    } else {
      begin_file(start);
    }
  }
}

void SecretSearch::begin_named() {
  begin_named_places();
  for (const std::string& pattern : classifier_.secret_patterns()) {
    if (is_anywhere(pattern)) begin_anywhere(pattern);
  }
}

void SecretSearch::begin_named_below(const std::string& folder) {
  for (const std::string& pattern : classifier_.secret_patterns()) {
    if (policy::path_glob_reaches(pattern, folder))
      waiting_.push_back({.path = folder, .named = &pattern});
  }
}

void SecretSearch::begin_anywhere(const std::string& pattern) {
  const policy::PathRoots& roots = classifier_.roots();
  std::vector<std::string> places = roots.workspace;
  places.insert(places.end(), roots.tmp.begin(), roots.tmp.end());
  places.emplace_back(kSystemFolder);
  for (std::string& home : homes_to_search(roots)) places.push_back(std::move(home));
  for (std::string& place : places) {
    waiting_.push_back({.path = std::move(place), .by_name = true, .named = &pattern});
  }
  not_everywhere_.push_back(pattern.substr(1) +
                            " is held in the workspace, the home, the scratch folders and /etc; "
                            "elsewhere it is read unasked: name the folder in the policy");
}

void SecretSearch::begin_file(const std::string& path) {
  const std::string folder = parent_of(path);
  const UniqueFd held = open_long_path(folder, O_PATH | O_DIRECTORY);
  struct stat status {};
  const std::string name = path.substr(path.rfind('/') + 1);
  if (!held.valid() || ::fstatat(held.get(), name.c_str(), &status, 0) != 0) {
    if (errno == EACCES) (void)look_at_closed({.path = folder});
    return;
  }
  if (S_ISDIR(status.st_mode)) {
    names_folders_.push_back(path + " is a folder, and what lies in it is read unasked: write " +
                             path + "/**");
    return;
  }
  look_at_entry(held, {.path = folder}, name.c_str(), DT_UNKNOWN);
}

void SecretSearch::begin_usual() {
  begin_usual_places();
  for (const std::string& folder : classifier_.roots().workspace) begin(folder);
}

void SecretSearch::begin_usual_places() {
  const policy::PathRoots& roots = classifier_.roots();
  for (const std::string& home : homes_of(roots)) {
    for (const char* folder : kHomeFolders)
      waiting_.push_back({.path = home + "/" + folder, .by_name = true});
    waiting_.push_back({.path = home, .flat = true});
  }
  for (const char* folder : kSystemPlaces) waiting_.push_back({.path = folder, .flat = true});
}

void SecretSearch::begin_places() {
  begin_named_places();
  begin_usual_places();
  for (const std::string& folder : classifier_.roots().workspace)
    waiting_.push_back({.path = folder, .flat = true});
}

void SecretSearch::begin_home() {
  for (const std::string& home : homes_to_search(classifier_.roots())) begin(home);
}

void SecretSearch::begin(const std::string& folder) {
  waiting_.push_back({.path = folder});
}

bool SecretSearch::go_on(std::size_t names) {
  std::size_t seen = 0;
  while (!waiting_.empty() && seen < names && !stopped_) {
    const Folder folder = std::move(waiting_.front());
    waiting_.pop_front();
    seen += 1 + look_at(folder);
  }
  return !waiting_.empty();
}

// A folder that can be listed and not entered shows names alone.
std::size_t SecretSearch::look_at(const Folder& folder) {
  const int links = folder.by_name ? 0 : O_NOFOLLOW;
  const UniqueFd held =
      open_long_path(folder.path, O_RDONLY | O_DIRECTORY | links | O_NONBLOCK | O_CLOEXEC);
  if (held.valid() && can_enter(held)) return list(held, folder);
  const bool is_there =
      held.valid() || (errno != ENOENT && errno != ENOTDIR && errno != ELOOP && errno != ENODEV);
  return is_there ? look_at_closed(folder) : 0;
}

std::size_t SecretSearch::list(const UniqueFd& held, const Folder& folder) {
  const int listed = ::fcntl(held.get(), F_DUPFD_CLOEXEC, 3);
  const Directory directory(listed < 0 ? nullptr : ::fdopendir(listed));
  if (directory == nullptr) {
    note_closed(folder);
    return 0;
  }
  std::size_t seen = 0;
  while (const dirent* entry = ::readdir(directory.get())) {
    if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
    ++seen;
    look_at_entry(held, folder, entry->d_name, entry->d_type);
  }
  return seen;
}

// A folder that others own and nobody of this user can enter is closed to the tree as well. A file
// that cannot be reached at all lies in one that is closed.
std::size_t SecretSearch::look_at_closed(Folder folder) {
  const int links = folder.by_name ? 0 : O_NOFOLLOW;
  UniqueFd held = open_long_path(folder.path, O_PATH | O_DIRECTORY | links);
  while (!held.valid() && errno == EACCES && folder.path.size() > 1) {
    folder.path = parent_of(folder.path);
    held = open_long_path(folder.path, O_PATH | O_DIRECTORY);
  }
  struct stat status {};
  if (!held.valid() || ::fstat(held.get(), &status) != 0) return 0;
  const bool enters = can_enter(held);
  if (!enters && status.st_uid != ::geteuid()) return 0;
  note_closed(folder);
  return enters ? try_usual_names(held, folder) : 0;
}

void SecretSearch::note_closed(const Folder& folder) {
  const bool is_place = folder.depth == 0 ||
                        (folder.named != nullptr && !is_anywhere(*folder.named)) ||
                        classifier_.classify(folder.path + "/x", policy::ObjectType::kFile) ==
                            policy::PathClass::kSecret;
  if (is_place && closed_.place.empty()) closed_.place = folder.path;
  if (closed_paths_.insert(folder.path).second && closed_.folders++ == 0)
    closed_.first = folder.path;
}

std::size_t SecretSearch::try_usual_names(const UniqueFd& held, const Folder& folder) {
  if (usual_names_.empty()) usual_names_ = policy::usual_names(classifier_);
  for (const std::string& name : usual_names_) {
    struct stat status {};
    if (::fstatat(held.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
      look_at_entry(held, folder, name.c_str(), IFTODT(status.st_mode));
  }
  return usual_names_.size();
}

void SecretSearch::look_at_entry(const UniqueFd& folder, const Folder& of, const char* name,
                                 unsigned char type) {
  std::string path = of.path == "/" ? std::string("/") + name : of.path + "/" + name;
  if (type == DT_DIR) {
    if (is_entered(of, name, path)) enter(std::move(path), of);
    return;
  }
  if (type != DT_REG && type != DT_LNK && type != DT_UNKNOWN) return;
  policy::Object object;
  object.path = path;
  object.type = policy::ObjectType::kFile;
  object.path_class = classifier_.classify(path, policy::ObjectType::kFile);
  if (!policy::is_secret_to_read(object)) return;
  // A secret's name that is a link makes one of what it leads to (~/.env -> dotfiles/env).
  const UniqueFd file(::openat(folder.get(), name, O_PATH | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (type != DT_REG && is_for_all(name_of_fd(file.get()))) return;
  on_found_(file.get(), path);
}

// A name of the policy is looked for in whatever folder it may lie.
bool SecretSearch::is_entered(const Folder& of, const char* name, const std::string& path) const {
  if (of.named != nullptr) return !is_kernels(path) && policy::path_glob_reaches(*of.named, path);
  return !of.flat && !is_skipped(name, path);
}

void SecretSearch::enter(std::string path, const Folder& from) {
  using policy::PathClass;
  const PathClass lies = classifier_.classify(path, policy::ObjectType::kDirectory);
  if (lies == PathClass::kGuard) return;
  if (from.named == nullptr) {
    if (lies == PathClass::kCache || lies == PathClass::kTmp) return;
    const auto& workspaces = classifier_.roots().workspace;  // searched already
    if (std::ranges::find(workspaces, path) != workspaces.end()) return;
  }
  const unsigned depth = from.depth + 1;
  if (depth > kDeepest || ++entered_ > kMostFolders) {
    ++left_out_;
    return;
  }
  waiting_.push_back({.path = std::move(path), .depth = depth, .named = from.named});
}

std::string fix_of_closed(const std::string& folder) {
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return {};
  if (status.st_uid == ::geteuid()) return " Fix: " + command_text({"chmod", "u+rx", folder});
  return " Another user owns it: name a closer pattern in `paths`, or a closer `workspace`.";
}

std::string closed_text(const SecretSearch::Closed& closed) {
  if (closed.folders == 0) return {};
  const bool one = closed.folders == 1;
  return safe_text(closed.first) +
         (one ? "" : " and " + count_text(closed.folders - 1, "more folder", "more folders")) +
         " cannot be listed, so guard cannot find the secrets in " + (one ? "it" : "them") +
         ": what lies there under no usual name may be read unasked." + fix_of_closed(closed.first);
}

std::string closed_place_of_secrets(const policy::PathClassifier& classifier) {
  SecretSearch search(classifier, [](int, const std::string&) {});
  search.begin_places();
  (void)search.go_on(kNamesForPlaces);
  return search.closed().place;
}

}  // namespace guard::supervisor
