// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/aside_place.h"

#include <linux/limits.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace guard::supervisor {
namespace {

constexpr auto kReadByName = std::to_array<std::string_view>({"refs", "logs", "objects"});

std::string last_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// A bare repository and a worktree's own folder have other names than `.git`.
bool is_git_folder(const std::string& folder) {
  if (last_name(folder) == ".git") return true;
  const auto has = [&folder](const char* name) { return hold_object(folder + name).valid(); };
  return has("/HEAD") && (has("/objects") || has("/commondir"));
}

std::string aside_folder(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    const std::size_t end = path.find('/', at + 1);
    if (end == std::string::npos) break;  // the name itself: its folder is another
    const std::string_view name = std::string_view(path).substr(at + 1, end - at - 1);
    if (std::ranges::find(kReadByName, name) == kReadByName.end()) continue;
    if (std::string folder = path.substr(0, at); is_git_folder(folder)) return folder;
  }
  const std::string folder = folder_of(path);
  return folder == "/" ? "" : folder;
}

// As long as names may be.
std::string with_ending(const std::string& path, const std::string& ending) {
  return "/" + last_name(path).substr(0, NAME_MAX - ending.size()) + ending;
}

std::string aside_name(const std::string& path, int turn) {
  return with_ending(path, turn == 1 ? ".before-undo" : ".before-undo-" + std::to_string(turn));
}

}  // namespace

std::string aside_path(const std::string& path, int turn) {
  return aside_folder(path) + aside_name(path, turn);
}

std::string moved_aside_from(const std::string& path, const ObjectKey& key) {
  for (std::string moved = path; moved.size() > 1; moved = folder_of(moved)) {
    for (int turn = 1; turn < kMostAside; ++turn) {
      const std::string aside = aside_path(moved, turn);
      if (!hold_object(aside).valid()) break;
      std::string place = aside + path.substr(moved.size());
      const UniqueFd held = hold_object(place);
      const auto found = held.valid() ? key_of(held.get()) : Result<ObjectKey>();
      if (held.valid() && found && *found == key) return place;
    }
  }
  return {};
}

// Somebody may have taken all the plain ones.
Result<HeldPlace> free_aside_place(const std::string& path) {
  const std::string folder = aside_folder(path);
  for (int turn = 1; turn < kMostAside; ++turn) {
    auto place = hold_place(folder + aside_name(path, turn));
    if (!place || !place->is_taken()) return place;
  }
  std::uint32_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
    return fail_errno("getrandom");
  const std::string ending = ".before-undo-" + std::to_string(kMostAside + std::uint64_t{number});
  return hold_place(folder + with_ending(path, ending));
}

}  // namespace guard::supervisor
