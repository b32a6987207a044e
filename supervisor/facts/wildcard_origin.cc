// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/wildcard_origin.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "base/files/directory.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "policy/assess/preview.h"

namespace guard::supervisor {
namespace {

using policy::ShellWord;
using policy::WordBase;

constexpr std::size_t kFewestOfAListing = 5;
constexpr std::size_t kMostOfAListing = size_limit("operands.listing");

bool fits(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0;
}

// For a word with an expansion: the last component, if it is plain.
std::string last_component(const std::string& source) {
  const auto slash = source.rfind('/');
  const std::string last = slash == std::string::npos ? "" : source.substr(slash + 1);
  return last.find_first_of("$`\"'{}\\()") == std::string::npos ? last : "";
}

std::string without_trailing_slashes(std::string name) {
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  return name;
}

std::string folder_part(const std::string& name) {
  const auto slash = name.rfind('/');
  return slash == std::string::npos ? "" : name.substr(0, slash + 1);
}

}  // namespace

WildcardOrigin::WildcardOrigin(std::string_view shell_text, const std::string& home,
                               const std::string& cwd) {
  if (shell_text.empty()) return;
  const policy::Preview preview = policy::preview_shell(shell_text);
  complete_ = preview.complete;
  for (const auto& command : preview.commands) {
    for (const auto& word : command.command.words) add(word, home, cwd);
  }
  for (const auto& loop : preview.loops) {
    for (const auto& word : loop.words) add(word, home, cwd);
  }
}

WildcardOrigin WildcardOrigin::by_line(std::string_view line, const std::string& home,
                                       const std::string& cwd) {
  WildcardOrigin origin(line, home, cwd);
  origin.typed_.clear();
  return origin;
}

WildcardOrigin WildcardOrigin::unread() {
  WildcardOrigin origin("", "", "");
  origin.complete_ = false;
  return origin;
}

void WildcardOrigin::add(const ShellWord& word, const std::string& home, const std::string& cwd) {
  if (!word.glob) {
    if (word.literal) typed_.insert(word.text);
    return;
  }
  if (word.literal) {
    patterns_.push_back({word.pattern, false});
  } else if (word.base == WordBase::kHome || word.base == WordBase::kCwd) {
    patterns_.push_back({(word.base == WordBase::kHome ? home : cwd) + word.below, false});
  } else if (std::string last = last_component(word.text); !last.empty()) {
    patterns_.push_back({std::move(last), true});
  }
}

bool WildcardOrigin::matches(const std::string& operand) const {
  const std::string name = without_trailing_slashes(operand);
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const Pattern& pattern) {
    if (pattern.last_only) return fits(pattern.text, std::string(base_name(name)));
    return fits(without_trailing_slashes(pattern.text), name);
  });
}

bool WildcardOrigin::explains(const std::vector<std::string>& operands, int cwd_fd) const {
  std::vector<std::string> untyped;
  std::copy_if(operands.begin(), operands.end(), std::back_inserter(untyped),
               [&](const std::string& operand) { return !typed_.contains(operand); });
  if (!complete_ && !untyped.empty()) return true;
  if (std::any_of(untyped.begin(), untyped.end(),
                  [&](const auto& name) { return matches(name); })) {
    return true;
  }
  return is_whole_listing(untyped, cwd_fd);
}

std::size_t WildcardOrigin::untyped(const std::vector<std::string>& operands) const {
  return static_cast<std::size_t>(
      std::count_if(operands.begin(), operands.end(),
                    [&](const std::string& operand) { return !typed_.contains(operand); }));
}

bool is_whole_listing(const std::vector<std::string>& names, int cwd_fd) {
  if (names.size() < kFewestOfAListing) return false;
  const std::string folder = folder_part(without_trailing_slashes(names[0]));
  std::unordered_set<std::string> wanted;
  for (const auto& operand : names) {
    const std::string name = without_trailing_slashes(operand);
    if (folder_part(name) != folder) return false;
    wanted.insert(name.substr(folder.size()));
  }
  const int fd =
      ::openat(cwd_fd, folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno != ENOENT && errno != ENOTDIR;
  const Directory directory(::fdopendir(fd));
  if (directory == nullptr) {
    ::close(fd);
    return true;
  }
  std::size_t visible = 0;
  std::size_t looked = 0;
  while (const dirent* entry = ::readdir(directory.get())) {
    if (++looked > kMostOfAListing) return true;
    if (entry->d_name[0] == '.') continue;
    if (!wanted.contains(entry->d_name)) return false;
    ++visible;
  }
  return visible == wanted.size();
}

}  // namespace guard::supervisor
