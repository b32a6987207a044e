// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/object_search.h"

#include <sys/stat.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "supervisor/undo/restore/tree_search.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestShown = 300;
constexpr std::size_t kMostShown = 3;

std::string canonical(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : std::string();
}

// The device of a folder that is there.
std::optional<dev_t> device_of(const std::string& folder) {
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
  return status.st_dev;
}

std::string last_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_at(const std::string& path, const ObjectKey& wanted) {
  const UniqueFd held = hold_object(path);
  if (!held.valid()) return false;
  const auto key = key_of(held.get());
  return key && *key == wanted;
}

}  // namespace

std::vector<std::string> folders_to_search(const History& history) {
  std::set<std::string> folders;
  if (history.session.workspace.starts_with('/'))
    folders.insert(canonical(history.session.workspace));
  std::set<ObjectKey> several;
  for (const UndoEntry& entry : history.entries)
    if (entry.object.links > 1 && !entry.object.is_folder()) several.insert(entry.object.key);
  for (const UndoEntry& entry : history.entries)
    if (several.contains(entry.object.key)) folders.insert(folder_of(entry.path));
  std::vector<std::string> tops;
  std::optional<dev_t> top_device;
  for (const std::string& folder : folders) {
    const auto device = device_of(folder);
    if (!device) continue;
    if (!tops.empty() && is_at_or_below(folder, tops.back()) && device == top_device) continue;
    tops.push_back(folder);
    top_device = device;
  }
  return tops;
}

FoundNames find_names(const std::vector<std::string>& folders, const std::set<ObjectKey>& wanted,
                      const std::string& store) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> numbers;
  for (const ObjectKey& key : wanted) numbers.emplace(key.device, key.inode);
  FoundNames names;
  for (const std::string& folder : folders) {
    walk_tree(folder, [&](const std::string& path, int held, const struct stat& status) {
      if (is_at_or_below(path, store)) return false;
      if (!numbers.contains({status.st_dev, status.st_ino})) return true;
      if (const auto key = key_of(held)) names[*key].push_back(path);
      return true;
    });
  }
  return names;
}

std::string name_meant(const FoundNames& names, const ObjectKey& key, const std::string& path,
                       bool has_several) {
  const auto found = names.find(key);
  if (found == names.end()) return {};
  for (const std::string& name : found->second) {
    if (has_several && last_of(name) != last_of(path)) continue;
    if (is_at(name, key)) return name;
  }
  return {};
}

std::string not_there_text(const FoundNames& names, const ObjectKey& key) {
  const auto found = names.find(key);
  if (found == names.end() || found->second.empty()) return "it is no longer there";
  std::string text = "it was moved again since, and which of its names it is now cannot be told:";
  for (std::size_t at = 0; at < found->second.size() && at < kMostShown; ++at)
    text += (at == 0 ? " " : ", ") + shortened(safe_text(found->second[at]), kLongestShown);
  return text + (found->second.size() > kMostShown ? ", ..." : "");
}

std::string gone_text(const FoundNames& names, const ObjectKey& key, bool is_taken) {
  const auto found = names.find(key);
  const bool is_nowhere = found == names.end() || found->second.empty();
  return is_taken && is_nowhere ? "another file has its name by now" : not_there_text(names, key);
}

std::string missing_content_text(const UndoEntry& entry, const std::vector<std::string>& searched) {
  if (entry.object.links <= 1) return "its saved copy is no longer in the store";
  std::string where;
  for (std::size_t at = 0; at < searched.size() && at < kMostShown; ++at)
    where +=
        (at == 0 ? " (looked below " : ", ") + shortened(safe_text(searched[at]), kLongestShown);
  if (!where.empty()) where += searched.size() > kMostShown ? ", ...)" : ")";
  return "its content lives on under another name, which was not found" + where;
}

}  // namespace guard::supervisor
