// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_hosts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "supervisor/git/git_files.h"
#include "supervisor/git/git_place.h"
#include "supervisor/git/ssh_aliases.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using policy::CommandLine;
using policy::NamedPlaces;
using Words = std::vector<std::string>;

enum class Use {
  kPush,     // the remote named, else that of the branch to push to
  kFetch,    // the remote named, else that of the branch
  kAddress,  // the first operand, and nothing else
  kRemotes,  // git remote
  kLfs,      // git lfs: remotes and addresses among its words, else the remote of the branch
  kInner,    // its words alone: it starts further gits, each of which is looked at
};
struct Row {
  std::string_view subcommand;
  Use use;
};
constexpr std::array kGitHostsRows = {Row{"push", Use::kPush},
                                      Row{"fetch", Use::kFetch},
                                      Row{"pull", Use::kFetch},
                                      Row{"ls-remote", Use::kFetch},
                                      Row{"clone", Use::kAddress},
                                      Row{"send-pack", Use::kAddress},
                                      Row{"fetch-pack", Use::kAddress},
                                      Row{"http-push", Use::kAddress},
                                      Row{"http-fetch", Use::kAddress},
                                      Row{"remote", Use::kRemotes},
                                      Row{"archive", Use::kInner},
                                      Row{"submodule", Use::kInner},
                                      Row{"lfs", Use::kLfs}};

// git-lfs(1): these connect to nobody.
constexpr auto kLfsAtHome = std::to_array<std::string_view>(
    {"checkout",  "clean",         "completion",  "dedup",      "env",      "ext",
     "fsck",      "help",          "install",     "logs",       "ls-files", "merge-driver",
     "pointer",   "post-checkout", "post-commit", "post-merge", "status",   "track",
     "uninstall", "untrack",       "update",      "version"});

// They change nothing of where a git connects to.
constexpr auto kHarmless = std::to_array<std::string_view>(
    {"GIT_ADVICE=", "GIT_ASKPASS=", "GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_EDITOR=", "GIT_FLUSH=",
     "GIT_LFS_SKIP_SMUDGE=", "GIT_MERGE_AUTOEDIT=", "GIT_OPTIONAL_LOCKS=", "GIT_PAGER=",
     "GIT_PROGRESS_DELAY=", "GIT_SEQUENCE_EDITOR=", "GIT_TERMINAL_PROMPT=", "GIT_TRACE"});
// Settings of `git -c` that may.
constexpr auto kSteering = std::to_array<std::string_view>(
    {"alias.", "branch.", "core.gitproxy", "core.sshcommand", "core.worktree", "extensions.",
     "http.", "include.", "includeif.", "lfs.", "protocol.", "remote.", "remotes.", "ssh.",
     "submodule.", "url."});

bool begins_with_any(const std::string& text, const auto& beginnings) {
  return std::ranges::any_of(beginnings,
                             [&](std::string_view each) { return text.starts_with(each); });
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

policy::Action without_harmless(const policy::Action& exec) {
  policy::Action left;
  left.act = exec.act;
  left.cwd = exec.cwd;
  std::ranges::remove_copy_if(
      exec.environment_changes, std::back_inserter(left.environment_changes),
      [](const auto& change) { return begins_with_any(change, kHarmless); });
  return left;
}

CommandLine without_harmless(CommandLine line) {
  std::erase_if(line.flags, [](const policy::Flag& flag) {
    return flag.name == "c" && flag.value && !begins_with_any(lower(*flag.value), kSteering);
  });
  return line;
}

const Row* row_of(const CommandLine& line) {
  const auto first = std::string_view(line.subcommand).substr(0, line.subcommand.find(' '));
  const auto* const row = std::ranges::find(kGitHostsRows, first, &Row::subcommand);
  return row == kGitHostsRows.end() ? nullptr : row;
}

// Reads one command with the settings that hold where it works.
class Reading {
 public:
  Reading(const CommandLine& line, const GitSettings& settings, const GitPlace& place,
          const std::string& home)
      : line_(line), settings_(settings), place_(place), home_(home) {}

  NamedPlaces places(Use use) && {
    if (use == Use::kLfs) {
      add_lfs();
    } else {
      for (const std::string& remote : remotes(use)) add_remote(remote, use);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string last(const std::string& name) const {
    const auto values = values_of(settings_, name);
    return values.empty() ? "" : values.back();
  }

  // The names, or addresses, that the command is about.
  [[nodiscard]] Words remotes(Use use) const {
    const Words& words = line_.operands;
    if (use == Use::kInner) return addresses_among(words);
    if (use == Use::kAddress) return words.empty() ? Words{} : Words{words.front()};
    if (use == Use::kRemotes) return remotes_of_remote();
    if (line_.has_flag("all") || line_.has_flag("multiple")) return with_all_remotes(words);
    if (!words.empty()) return is_group(words.front()) ? with_all_remotes(words) : Words{words[0]};
    if (const auto repo = line_.value_of("repo")) return {*repo};
    return {remote_of_branch(use)};
  }
  [[nodiscard]] static Words addresses_among(const Words& words) {
    Words found;
    std::ranges::copy_if(words, std::back_inserter(found), [](const std::string& word) {
      return policy::place_in(word).has_value();
    });
    return found;
  }
  [[nodiscard]] Words remotes_of_remote() const {
    const Words& words = line_.operands;
    if (words.empty()) return {};
    if (words.front() == "update") return with_all_remotes({});
    const bool asks_it = words.front() == "show" || words.front() == "prune";
    if (asks_it && words.size() > 1) return {words.begin() + 1, words.end()};
    if (words.front() == "add" && line_.has_flag("f") && words.size() > 2) return {words[2]};
    return {};
  }
  [[nodiscard]] bool is_group(const std::string& name) const {
    return !values_of(settings_, "remotes." + name).empty();
  }
  [[nodiscard]] Words with_all_remotes(const Words& words) const {
    std::set<std::string> names(words.begin(), words.end());
    constexpr std::string_view kSection = "remote.";
    for (const GitSetting& setting : settings_) {
      if (!setting.name.starts_with(kSection) || !setting.name.ends_with(".url")) continue;
      const std::size_t end = setting.name.rfind('.');
      if (end > kSection.size())
        names.insert(setting.name.substr(kSection.size(), end - kSection.size()));
    }
    return {names.begin(), names.end()};
  }
  // git-push(1), git-fetch(1).
  [[nodiscard]] std::string remote_of_branch(Use use) const {
    const std::string branch = "branch." + branch_of(place_);
    if (use == Use::kPush) {
      for (const std::string& name : {branch + ".pushremote", std::string("remote.pushdefault")})
        if (std::string remote = last(name); !remote.empty()) return remote;
    }
    const std::string remote = last(branch + ".remote");
    return remote.empty() ? "origin" : remote;
  }

  void add_remote(const std::string& remote, Use use) {
    const std::string section = "remote." + remote;
    const auto pushed = values_of(settings_, section + ".pushurl");
    if (use == Use::kPush && !pushed.empty()) {
      for (const std::string& address : pushed) add_address(rewritten(address, ".insteadof"));
      return;
    }
    Words addresses = values_of(settings_, section + ".url");
    if (addresses.empty() && is_old_remote(remote)) found_.certain = false;
    if (addresses.empty()) addresses = {remote};
    for (const std::string& address : addresses) {
      const std::string for_pushes =
          use == Use::kPush ? rewritten(address, ".pushinsteadof") : address;
      add_address(for_pushes != address ? for_pushes : rewritten(address, ".insteadof"));
    }
  }
  // git-lfs-config(5). Its server hands out further addresses: those are judged when it connects.
  void add_lfs() {
    const Words& words = line_.operands;
    if (words.empty() || std::ranges::find(kLfsAtHome, words.front()) != kLfsAtHome.end()) return;
    const bool pushes = words.front() == "push" || words.front() == "pre-push";
    const Use use = pushes ? Use::kPush : Use::kFetch;
    for (const std::string& remote : remotes_of_lfs(use)) {
      add_remote(remote, use);
      add_addresses_of("remote." + remote + ".lfsurl");
      if (pushes) add_addresses_of("remote." + remote + ".lfspushurl");
    }
    add_addresses_of("lfs.url");
    if (pushes) add_addresses_of("lfs.pushurl");
  }
  // It is not known here which of its options take a word: each word that names a remote counts.
  [[nodiscard]] Words remotes_of_lfs(Use use) const {
    Words found = addresses_among(line_.operands);
    std::ranges::copy_if(line_.operands, std::back_inserter(found),
                         [this](const std::string& word) { return is_remote(word); });
    if (const auto remote = line_.value_of("remote")) found.push_back(*remote);
    if (!found.empty()) return found;
    const std::string wanted =
        last(use == Use::kPush ? "remote.lfspushdefault" : "remote.lfsdefault");
    return {wanted.empty() ? remote_of_branch(use) : wanted};
  }
  [[nodiscard]] bool is_remote(const std::string& name) const {
    const std::string section = "remote." + name;
    return !values_of(settings_, section + ".url").empty() ||
           !values_of(settings_, section + ".pushurl").empty() || is_old_remote(name);
  }
  void add_addresses_of(const std::string& setting) {
    for (const std::string& address : values_of(settings_, setting))
      add_address(rewritten(address, ".insteadof"));
  }

  // gitremotes(7): files of before there were settings.
  [[nodiscard]] bool is_old_remote(const std::string& name) const {
    std::error_code error;
    return fs::exists(place_.common / "remotes" / name, error) ||
           fs::exists(place_.common / "branches" / name, error);
  }
  // git-config(1), url.<base>.insteadOf: the longest beginning that fits.
  [[nodiscard]] std::string rewritten(const std::string& address, std::string_view key) const {
    constexpr std::string_view kSection = "url.";
    std::string base;
    std::size_t longest = 0;
    for (const auto& [name, value] : settings_) {
      const bool is_key = name.starts_with(kSection) && name.ends_with(key) &&
                          name.size() >= kSection.size() + key.size();
      if (!is_key || value.size() <= longest || !address.starts_with(value)) continue;
      longest = value.size();
      base = name.substr(kSection.size(), name.size() - kSection.size() - key.size());
    }
    return longest == 0 ? address : base + address.substr(longest);
  }

  void add_address(std::string address) {
    // "https::https://x": a helper by its name.
    if (const std::size_t helper = address.find("::");
        helper != std::string::npos && address.find_first_of("/@[") > helper) {
      const std::string name = address.substr(0, helper);
      if (name != "http" && name != "https") return void(found_.certain = false);
      address.erase(0, helper + 2);
    }
    const std::size_t scheme = address.find("://");
    auto place = policy::place_in(address);
    if (!place) {
      const bool is_unknown = scheme != std::string::npos && !address.starts_with("file://");
      if (is_unknown) found_.certain = false;
      return;
    }
    if (scheme == std::string::npos || address.substr(0, scheme).find("ssh") != std::string::npos)
      add_by_ssh(*place);
    if (std::ranges::find(found_.places, *place) == found_.places.end())
      found_.places.push_back(std::move(*place));
  }
  void add_by_ssh(const policy::NamedPlace& place) {
    const SshName name = ssh_name_of(text_of_git_file(fs::path(home_) / ".ssh/config"), place.host);
    found_.certain = found_.certain && name.certain;
    if (name.host != place.host) found_.places.push_back({name.host, place.port});
  }

  const CommandLine& line_;
  const GitSettings& settings_;
  const GitPlace& place_;
  const std::string& home_;
  NamedPlaces found_;
};

// The repository's own file about its server counts too.
std::optional<GitSettings> with_lfs_file(GitSettings settings, const GitPlace& place) {
  const auto text = text_of_git_file(place.top / ".lfsconfig");
  if (!text) return settings;
  auto said = parse_git_config(*text);
  if (!said) return std::nullopt;
  std::ranges::move(*said, std::back_inserter(settings));
  return settings;
}

}  // namespace

bool may_talk(const CommandLine& line) {
  return row_of(line) != nullptr;
}

NamedPlaces git_hosts_of(const policy::Action& exec, const CommandLine& given,
                         const std::string& home) {
  const Row* const row = row_of(given);
  if (row == nullptr) return {};
  const policy::Action action = without_harmless(exec);
  const CommandLine line = without_harmless(given);
  const auto folder = git_working_folder(action, line);
  if (!folder) return {.places = {}, .certain = false};
  // Without a repository the settings of the user hold alone.
  const auto place = git_place_of(action, line)
                         .value_or(GitPlace{*folder, *folder / ".git", *folder / ".git", *folder});
  auto settings = settings_of(place, home);
  if (settings && row->use == Use::kLfs) settings = with_lfs_file(*std::move(settings), place);
  if (!settings) return {.places = {}, .certain = false};
  NamedPlaces found = Reading(line, *settings, place, home).places(row->use);
  const bool has_more = !values_of(*settings, "extensions.worktreeconfig").empty();
  found.certain = found.certain && !has_more;
  return found;
}

}  // namespace guard::supervisor
