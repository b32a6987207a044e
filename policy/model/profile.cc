// SPDX-License-Identifier: Apache-2.0
#include "policy/model/profile.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "policy/network/host_pattern.h"
#include "policy/paths/agent_folder.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

constexpr std::string_view kPlace = "{}";

bool has_dots(std::string_view path) {
  return path.find("/../") != std::string_view::npos || path.ends_with("/..") ||
         path.find("/./") != std::string_view::npos || path.ends_with("/.");
}

// As far as the first component that has a wildcard.
std::string_view folder_before_wildcard(std::string_view path) {
  std::size_t end = 0;
  while (end < path.size()) {
    const std::size_t next = std::min(path.find('/', end + 1), path.size());
    if (has_wildcard(path.substr(end, next - end))) break;
    end = next;
  }
  return path.substr(0, end);
}

// One folder or file below the home, never the home itself. A file may have others beside it that
// begin as it does (its locks, what becomes it).
Result<void> check_state(const Node& item) {
  constexpr std::size_t kShortest = 5;  // "~/.pi"
  std::string_view path = item.text();
  if (path.ends_with('*')) path.remove_suffix(1);
  // In a folder of its own (check_inner) each component may be any.
  if (has_wildcard(path)) path = folder_before_wildcard(path);
  if (path.size() >= kShortest && path.starts_with("~/.") && !path.ends_with('/') &&
      !has_dots(path) && !has_wildcard(path)) {
    const auto defect = agent_folder_defect(item.text());
    return defect ? Result<void>(forward(item.fault("state: " + *defect))) : Result<void>();
  }
  return forward(item.fault("state: write one folder or file below the home: ~/.NAME, ~/.NAME*"));
}

// "~/.x/*/lock*" needs "~/.x".
Result<void> check_inner(const Node& item, const std::vector<std::string>& state) {
  const std::string_view path = item.text();
  if (!has_wildcard(path.substr(0, path.rfind('/')))) return {};
  const bool inside = std::ranges::any_of(state, [&](const std::string& folder) {
    return !has_wildcard(folder) && path.starts_with(folder + "/");
  });
  if (inside && path.find("**") == std::string_view::npos) return {};
  return forward(
      item.fault("state: a folder with a wildcard lies in one that `state` names, without **"));
}

Result<void> check_inside(const Node& item) {
  const std::string_view glob = item.text();
  if (!glob.starts_with('/') && !glob.starts_with('~') && !has_dots("/" + std::string(glob)))
    return {};
  return forward(item.fault("write it as it lies in the folders of `state`"));
}

// A known host is open to the whole tree.
Result<void> check_host(const Node& item) {
  const auto too_wide = host_pattern_too_wide(item.text());
  if (!too_wide) return {};
  return forward(item.fault("hosts: " + *too_wide));
}

Result<void> check_wrapped(const Node& item) {
  const std::string_view text = item.text();
  const std::size_t place = text.find(kPlace);
  if (place != std::string_view::npos && place > 0 &&
      text.find(kPlace, place + kPlace.size()) == std::string_view::npos)
    return {};
  return forward(item.fault("wrapped: needs one {} where the command stands, and text before it"));
}

// "KEY=VALUE", and nothing of it a pattern: what is not asked about is known to the letter.
Result<void> check_git_setting(const Node& item) {
  const std::string_view text = item.text();
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos &&
      text.substr(0, equals).find('.') != std::string_view::npos)
    return {};
  return forward(item.fault("git_settings: write KEY=VALUE, as `core.hooksPath=`"));
}

struct TextCheck {
  std::string_view key;
  Result<void> (*check)(const Node&);
};
constexpr std::array kChecks = {
    TextCheck{"state", check_state},
    TextCheck{"settings", check_inside},
    TextCheck{"secrets", check_inside},
    TextCheck{"hosts", check_host},
    TextCheck{"reports", check_host},
    TextCheck{"wrapped", check_wrapped},
    TextCheck{"git_settings", check_git_setting},
};

Result<void> check_all(const Node& node, const TextCheck& row) {
  for (const Node& item : items_of(node, row.key)) {
    if (auto checked = row.check(item); !checked) return checked;
  }
  return {};
}

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// "@scope/name@1.2" -> "@scope/name".
std::string_view without_version(std::string_view package) {
  const std::size_t at = package.find('@', 1);
  return package.substr(0, at);
}

bool starts_package(const Profile& profile, std::string_view word) {
  if (contains(profile.packages, without_version(word)) ||
      contains(profile.commands, base_name(word)))
    return true;
  return std::ranges::any_of(profile.packages, [&](const std::string& package) {
    return word.find("/" + package + "/") != std::string_view::npos;
  });
}

bool fits(const Profile& profile, const std::vector<std::string>& command) {
  if (contains(profile.commands, base_name(command.front()))) return true;
  constexpr std::array<std::string_view, 6> kLaunchers = {"node", "nodejs", "bun",
                                                          "npx",  "bunx",   "pnpx"};
  if (std::ranges::find(kLaunchers, base_name(command.front())) == kLaunchers.end()) return false;
  const auto word = std::find_if(command.begin() + 1, command.end(),
                                 [](const std::string& one) { return !one.starts_with('-'); });
  return word != command.end() && starts_package(profile, *word);
}

bool ends_word(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\'' || c == '"' || c == ';' || c == '&' ||
         c == '|' || c == '(' || c == ')';
}

// How much of TEXT, from its beginning, PATTERN takes; npos: it does not fit. A "*" takes one word,
// so that nothing of a command can hide behind it.
std::size_t taken_by(std::string_view pattern, std::string_view text) {
  std::size_t at = 0;
  for (const char c : pattern) {
    if (c == '*') {
      while (at < text.size() && !ends_word(text[at])) ++at;
    } else if (at < text.size() && text[at] == c) {
      ++at;
    } else {
      return std::string_view::npos;
    }
  }
  return at;
}

// 'it'\''s' -> it's; what is not one quoted word stays as it is.
std::string unquoted(std::string_view word) {
  if (word.size() < 2 || word.front() != '\'' || word.back() != '\'') return std::string(word);
  std::string text;
  for (std::size_t at = 1; at + 1 < word.size(); ++at) {
    if (word[at] != '\'') {
      text += word[at];
    } else if (word.substr(at, 4) == "'\\''" && at + 4 < word.size()) {
      text += '\'';
      at += 3;
    } else {
      return std::string(word);
    }
  }
  return text;
}

}  // namespace

Result<Profile> read_profile(const Node& name, const Node& node) {
  for (const TextCheck& row : kChecks) {
    if (auto checked = check_all(node, row); !checked) return forward(checked.error());
  }
  Profile profile;
  profile.name = name.text();
  profile.commands = texts_of(node, "command");
  profile.packages = texts_of(node, "package");
  profile.launches = texts_of(node, "launches");
  profile.helpers = texts_of(node, "helpers");
  profile.state = texts_of(node, "state");
  for (const Node& item : items_of(node, "state")) {
    if (auto checked = check_inner(item, profile.state); !checked) return forward(checked.error());
  }
  profile.settings = texts_of(node, "settings");
  profile.secrets = texts_of(node, "secrets");
  profile.hosts = texts_of(node, "hosts");
  profile.reports = texts_of(node, "reports");
  profile.wrapped = texts_of(node, "wrapped");
  profile.git_settings = texts_of(node, "git_settings");
  profile.source = name.line_of_file();
  return profile;
}

const Profile* profile_for(const std::vector<Profile>& profiles,
                           const std::vector<std::string>& command) {
  if (command.empty()) return nullptr;
  const auto found = std::find_if(profiles.rbegin(), profiles.rend(),
                                  [&](const Profile& profile) { return fits(profile, command); });
  return found == profiles.rend() ? nullptr : &*found;
}

std::vector<std::string> below_state(const Profile& profile, const std::vector<std::string>& globs,
                                     std::string_view home) {
  std::vector<std::string> all;
  for (const std::string& folder : profile.state) {
    if (has_wildcard(folder)) continue;
    for (const std::string& glob : globs)
      all.push_back(anchored_glob(folder + "/" + glob, "", home));
  }
  return all;
}

std::vector<std::string> mixed_files(const Profile& profile, std::string_view home) {
  std::vector<std::string> all;
  for (const std::string& path : profile.state) {
    const bool in_folder = std::ranges::any_of(
        profile.state, [&](const std::string& folder) { return path.starts_with(folder + "/"); });
    if (has_wildcard(path) && !in_folder) all.push_back(anchored_glob(path, "", home));
  }
  return all;
}

std::optional<std::string> unwrapped(std::string_view wrapped, std::string_view text) {
  const std::size_t place = wrapped.find(kPlace);
  const std::string_view after = wrapped.substr(place + kPlace.size());
  const std::size_t begin = taken_by(wrapped.substr(0, place), text);
  if (begin == std::string_view::npos) return std::nullopt;
  // The end is where the latest text fits that reaches to the end.
  for (std::size_t end = text.size() + 1; end-- > begin;) {
    if (taken_by(after, text.substr(end)) == text.size() - end)
      return unquoted(text.substr(begin, end - begin));
  }
  return std::nullopt;
}

}  // namespace guard::policy
