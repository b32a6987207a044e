// SPDX-License-Identifier: Apache-2.0
// Where else an object with several names is: looked for once, below the session's workspace and
// the folders of its entries, without following links. What is known is a path: the object is held
// only when it is needed, and only when it is still the one.
#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <memory>
#include <set>
#include <utility>

#include "base/text.h"
#include "supervisor/undo/restorer.h"
#include "supervisor/undo/tree_search.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestShown = 300;

std::string canonical(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : std::string();
}

bool on_one_device(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev;
}

}  // namespace

// Folders of which none lies below another.
std::vector<std::string> Restorer::folders_to_search() const {
  std::set<std::string> folders;
  if (history_.session.workspace.starts_with('/'))
    folders.insert(canonical(history_.session.workspace));
  for (const UndoEntry& entry : history_.entries)
    if (several_names_.contains(entry.object.key)) folders.insert(folder_of(entry.path));
  std::vector<std::string> tops;
  for (const std::string& folder : folders) {
    if (folder.empty()) continue;
    const bool below = !tops.empty() && is_at_or_below(folder, tops.back());
    if (!below || !on_one_device(folder, tops.back())) tops.push_back(folder);
  }
  return tops;
}

void Restorer::search_names() {
  searched_ = folders_to_search();
  std::set<std::pair<std::uint64_t, std::uint64_t>> wanted;
  for (const UndoEntry& entry : history_.entries) {
    const ObjectKey now = current(entry.object.key);
    wanted.emplace(now.device, now.inode);
  }
  for (const std::string& folder : *searched_) {
    walk_tree(folder, [&](const std::string& path, int held, const struct stat& status) {
      if (is_at_or_below(path, root_)) return false;  // what is kept has no other name there
      if (!wanted.contains({status.st_dev, status.st_ino})) return true;
      if (const auto key = key_of(held)) names_[*key].push_back(path);
      return true;
    });
  }
}

UniqueFd Restorer::other_name(const UndoEntry& entry) {
  if (!several_names_.contains(entry.object.key)) return UniqueFd();
  if (!searched_) search_names();
  const ObjectKey wanted = current(entry.object.key);
  const auto found = names_.find(wanted);
  if (found == names_.end()) return UniqueFd();
  for (const std::string& path : found->second) {
    UniqueFd held = hold_object(path);
    if (!held.valid()) continue;
    const auto key = key_of(held.get());
    if (key && *key == wanted) return held;
  }
  return UniqueFd();
}

void Restorer::names_moved(const std::string& from, const std::string& to) {
  for (auto& [key, paths] : names_)
    for (std::string& path : paths)
      if (is_at_or_below(path, from)) path = to + path.substr(from.size());
}

void Restorer::names_exchanged(const std::string& one, const std::string& other) {
  const std::string between = "\n";  // no path begins so
  names_moved(one, between);
  names_moved(other, one);
  names_moved(between, other);
}

Error Restorer::missing_content(const UndoEntry& entry) const {
  if (entry.object.links <= 1) return {Code::kNotFound, 0, "what was kept of it is not there"};
  std::string where;
  if (searched_)
    for (std::size_t at = 0; at < searched_->size() && at < 3; ++at)
      where += (at == 0 ? " (looked below " : ", ") +
               shortened(safe_text(searched_->at(at)), kLongestShown);
  if (!where.empty()) where += searched_->size() > 3 ? ", ...)" : ")";
  return {Code::kNotFound, 0,
          "its content lives on under another name, which was not found" + where};
}

}  // namespace guard::supervisor
