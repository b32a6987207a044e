// SPDX-License-Identifier: Apache-2.0
#include "policy/command/git_steps.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text/text.h"
#include "policy/command/login_settings.h"

namespace guard::policy {
namespace {

// Not bisect, submodule, difftool and filter-branch: what those run comes from their arguments (of
// submodule: checks_out_a_submodule()).
constexpr std::array<std::string_view, 18> kOwnSteps = {
    "am",     "checkout",    "cherry-pick", "clone", "commit", "fetch",
    "gc",     "maintenance", "merge",       "prune", "pull",   "rebase",
    "repack", "reset",       "revert",      "stash", "switch", "worktree"};

constexpr std::array<std::string_view, 7> kValueOptions = {
    "-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix"};
constexpr std::array<std::string_view, 7> kPlainOptions = {
    "--no-pager", "-P", "-p", "--paginate", "--bare", "--no-optional-locks", "--literal-pathspecs"};

template <class List>
bool is_in(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_git(std::string_view exe) {
  const std::string_view name = base_name(exe);
  return name == "git" || name.starts_with("git-");
}

// From the subcommand on. None behind an option that is not known here: it might take the next word
// as its value.
std::span<const std::string> subcommand_with_words(const std::vector<std::string>& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string_view word = argv[i];
    if (!word.starts_with('-')) return std::span(argv).subspan(i);
    if (is_in(kPlainOptions, word)) continue;
    if (is_in(kValueOptions, word)) {
      ++i;
    } else if (!is_in(kValueOptions, word.substr(0, word.find('=')))) {
      return {};
    }
  }
  return {};
}

bool is_object_name(std::string_view word) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return (word.size() == 40 || word.size() == 64) &&
         word.find_first_not_of(kDigits) == std::string_view::npos;
}

// `git submodule add` and `update` force the checkout of what they have just cloned, where nothing
// can be lost; of anything else only where they are told to (-f). By their own words: `checkout -f
// -q`, `-q -f HASH`, `-f -q -B BRANCH ORIGIN/BRANCH` (builtin/submodule--helper.c). A command of
// the configuration (submodule.NAME.update) comes by a shell.
bool checks_out_a_submodule(const std::vector<std::string>& helper,
                            const std::vector<std::string>& step) {
  const auto given = subcommand_with_words(helper);
  const auto taken = subcommand_with_words(step);
  if (given.size() < 2 || given[0] != "submodule--helper" || taken.size() < 3) return false;
  if (given[1] != "add" && given[1] != "update") return false;
  if (is_in(given, "-f") || is_in(given, "--force") || taken[0] != "checkout") return false;
  const bool new_one = taken[1] == "-f" && taken[2] == "-q" && given[1] == "add";
  if (new_one) return taken.size() == 3 || (taken.size() == 6 && taken[3] == "-B");
  return taken.size() == 4 && taken[1] == "-q" && taken[2] == "-f" && is_object_name(taken[3]);
}

// In `-cKEY=VALUE`, `--config=KEY=VALUE` and a word of its own: whatever may be a key with a value.
bool may_steer(const std::string& word) {
  const std::string small = in_small_letters(word);
  if (!small.starts_with('-'))
    return small.find('=') != std::string::npos && is_login_setting(small);
  if (small.starts_with("--")) {
    const auto value = small.find('=');
    return value != std::string::npos && may_steer(small.substr(value + 1));
  }
  for (std::size_t at = 1; at < small.size(); ++at)
    if (small[at - 1] == 'c' && is_login_setting(std::string_view(small).substr(at))) return true;
  return false;
}

// For git clone and git init. A folder of the system's may be a template; none is no template.
bool brings_a_login(std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (may_steer(words[i])) return true;
    if (!words[i].starts_with("--te")) continue;
    const auto value = words[i].find('=');
    const std::string folder = value != std::string::npos ? words[i].substr(value + 1)
                               : i + 1 < words.size()     ? words[i + 1]
                                                          : std::string();
    if (!folder.empty() && !folder.starts_with("/usr/share/git-core/")) return true;
  }
  return false;
}

// `git config [set] KEY VALUE`; keys are the same in all letters.
bool sets_a_login(std::span<const std::string> words) {
  constexpr std::array<std::string_view, 8> kOnlyLook = {"--get", "--unset", "--list", "-l",
                                                         "get",   "unset",   "list",   "--remove"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool looks = std::ranges::any_of(kOnlyLook, [&](std::string_view one) {
      return words[i] == one || (one.starts_with("--") && words[i].starts_with(one));
    });
    if (looks) return false;
    const std::string small = in_small_letters(words[i]);
    const bool remote = small.starts_with("remote.") && small.find("proxy") == std::string::npos;
    if (!remote && is_login_setting(small)) return i + 1 < words.size();
  }
  return false;
}

constexpr std::string_view kHelper = "credential-";

// `git credential-store ...`, `/usr/lib/git-core/git-credential-store ...`: git, or a program of
// that name.
bool is_gits_helper(const std::vector<std::string>& argv) {
  if (argv.empty()) return false;
  const std::string_view name = base_name(argv[0]);
  return name == "git" ? git_subcommand(argv).starts_with(kHelper)
                       : name.starts_with("git-credential-");
}

// `gh auth git-credential get`: what `gh auth setup-git` makes git's helper.
bool is_forges_helper(const std::vector<std::string>& argv) {
  constexpr std::array<std::string_view, 2> kForges = {"gh", "glab"};
  return argv.size() == 4 && is_in(kForges, base_name(argv[0])) && argv[1] == "auth" &&
         argv[2] == "git-credential";
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// git has its helpers run by `sh -c "git credential-store --file X get"`, and nothing stands behind
// that could take elsewhere what it prints (credential.c, run_credential_helper). The shell changes
// no word of that, but for the home.
std::vector<std::string> helper_of(const std::vector<std::string>& shell) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ~/._-=+:@%,";
  if (shell.size() < 3 || shell[1] != "-c" ||
      shell[2].find_first_not_of(kPlain) != std::string::npos)
    return {};
  return words_of(shell[2]);
}

// As the shell was told, or by a git that was asked so itself: it has `git credential-X` done by
// the program of that name, with the same words behind it.
bool is_asked_for_a_password(const Action& action) {
  constexpr std::array<std::string_view, 3> kShells = {"sh", "dash", "bash"};
  const Actor& actor = action.actor;
  if (!actor.by_gits_login || actor.tampered || action.argv.empty()) return false;
  if (is_in(kShells, base_name(actor.exe))) {
    const auto helper = helper_of(actor.argv);
    if (helper.empty() || base_name(helper[0]) != base_name(action.argv[0])) return false;
    return is_gits_helper(helper) ? is_gits_helper(action.argv) && is_git(action.exe)
                                  : is_forges_helper(helper) && helper == action.argv &&
                                        base_name(action.exe) == base_name(helper[0]);
  }
  const auto given = subcommand_with_words(actor.argv);
  return base_name(actor.exe) == "git" && !given.empty() && given[0].starts_with(kHelper) &&
         base_name(action.exe) == "git-" + given[0] && action.argv.size() == given.size() &&
         std::equal(given.begin() + 1, given.end(), action.argv.begin() + 1);
}

// One word as git quotes it (quote.c, sq_quote_buf), so that nothing stands behind it: 'it'\''s'.
bool is_quoted_word(std::string_view text) {
  constexpr char kQuote = '\'';
  if (text.size() < 2 || text.front() != kQuote || text.back() != kQuote) return false;
  text = text.substr(1, text.size() - 2);
  for (std::size_t at = text.find(kQuote); at != std::string_view::npos;
       at = text.find(kQuote, at + 1)) {
    const std::string_view escaped = text.substr(at, 4);
    if (escaped != "'\\''" && escaped != "'\\!'") return false;
    at += 3;
  }
  return true;
}

constexpr std::array<std::string_view, 9> kPlainSsh = {"-4", "-6", "-a", "-C", "-k",
                                                       "-q", "-T", "-v", "-x"};
constexpr std::array<std::string_view, 3> kValueSsh = {"-i", "-l", "-p"};
constexpr std::array<std::string_view, 12> kSettingsSsh = {"SendEnv=GIT_PROTOCOL",
                                                           "StrictHostKeyChecking=",
                                                           "UserKnownHostsFile=",
                                                           "IdentitiesOnly=",
                                                           "IdentityFile=",
                                                           "IdentityAgent=none",
                                                           "BatchMode=",
                                                           "ConnectTimeout=",
                                                           "ServerAliveInterval=",
                                                           "ServerAliveCountMax=",
                                                           "Port=",
                                                           "User="};

bool is_plain_setting(std::string_view text) {
  return std::any_of(kSettingsSsh.begin(), kSettingsSsh.end(), [text](std::string_view known) {
    return known.ends_with('=') ? text.starts_with(known) : text == known;
  });
}

// All of what stands before the host, and nothing behind it but the last word.
bool asks_one_thing_of_a_host(const std::vector<std::string>& argv) {
  std::size_t at = 1;
  while (at + 2 < argv.size()) {
    const std::string_view word = argv[at];
    const bool setting = word == "-o" && is_plain_setting(argv[at + 1]);
    if (is_in(kPlainSsh, word)) {
      ++at;
    } else if (setting || is_in(kValueSsh, word)) {
      at += 2;
    } else {
      return false;
    }
  }
  return at + 2 == argv.size() && !argv[at].empty() && argv[at][0] != '-';
}

// `git config -f FILE`: what it writes is its caller's choice.
bool names_settings_file(const std::vector<std::string>& argv) {
  if (git_subcommand(argv) != "config") return false;
  return std::ranges::any_of(argv, [](std::string_view word) {
    return word.starts_with("--fi") || (word.starts_with("-f") && !word.starts_with("--"));
  });
}

// "archive" of git-archive.
std::string_view name_after_git(const std::vector<std::string>& argv) {
  constexpr std::string_view kPrefix = "git-";
  const std::string_view name = argv.empty() ? std::string_view() : base_name(argv[0]);
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : std::string_view();
}

// Before "--": `--output=F`, `--no-index`, `--export-marks=F`, and beginnings of these.
bool names_output(const std::vector<std::string>& argv) {
  constexpr auto kStarts = std::to_array<std::string_view>({"--output", "--no-ind", "--export-"});
  const auto end = std::ranges::find(argv, "--");
  return std::any_of(argv.begin(), end, [&](std::string_view word) {
    return !word.starts_with("--output-indicator-") &&
           std::ranges::any_of(kStarts, [&](auto start) { return word.starts_with(start); });
  });
}

}  // namespace

std::string_view git_subcommand(const std::vector<std::string>& argv) {
  const auto words = subcommand_with_words(argv);
  return words.empty() ? std::string_view() : words.front();
}

bool is_git_on_its_own(const std::string& exe, const std::vector<std::string>& argv) {
  constexpr auto kExports = std::to_array<std::string_view>(
      {"archive", "bundle", "format-patch", "fast-export", "bugreport", "diagnose", "merge-file",
       "mailinfo", "mailsplit", "interpret-trailers"});
  const auto exports = [&](std::string_view word) { return is_in(kExports, word); };
  const std::string_view by_name = name_after_git(argv);
  const std::string_view given = by_name.empty() ? git_subcommand(argv) : by_name;
  const bool writes_elsewhere = given.empty() ? std::ranges::any_of(argv, exports) : exports(given);
  return is_git(exe) && !names_settings_file(argv) && !writes_elsewhere && !names_output(argv);
}

GitRights git_rights(const std::vector<std::string>& argv) {
  constexpr auto kSet = std::to_array<std::string_view>(
      {"config", "remote", "branch", "checkout", "switch", "clone", "init", "init-db", "submodule",
       "submodule--helper", "fetch", "pull", "push", "worktree", "sparse-checkout", "maintenance",
       "gc", "svn", "p4"});
  constexpr auto kCheckOut = std::to_array<std::string_view>({"checkout",
                                                              "switch",
                                                              "reset",
                                                              "restore",
                                                              "merge",
                                                              "rebase",
                                                              "pull",
                                                              "stash",
                                                              "cherry-pick",
                                                              "revert",
                                                              "clone",
                                                              "submodule",
                                                              "submodule--helper",
                                                              "worktree",
                                                              "bisect",
                                                              "read-tree",
                                                              "checkout-index",
                                                              "sparse-checkout",
                                                              "merge-recursive",
                                                              "merge-resolve",
                                                              "merge-ort",
                                                              "rm",
                                                              "clean",
                                                              "svn",
                                                              "p4"});
  constexpr auto kLink = std::to_array<std::string_view>(
      {"worktree", "submodule", "submodule--helper", "gc", "maintenance", "clone", "init"});
  const bool elsewhere = std::ranges::any_of(
      argv, [](const std::string& word) { return word.starts_with("--work-t"); });
  const std::string_view step = git_subcommand(argv);
  if (elsewhere || step.empty()) return {};
  return {.sets = is_in(kSet, step),
          .checks_out = is_in(kCheckOut, step),
          .links_trees = is_in(kLink, step)};
}

bool keeps_credentials(const std::vector<std::string>& argv) {
  return git_subcommand(argv) == "credential-store" ||
         (!argv.empty() && base_name(argv[0]) == "git-credential-store");
}

bool is_gits_helper_at_login(const Action& action) {
  return action.image_origin == ImageOrigin::kInstalled && action.actor.installed &&
         is_asked_for_a_password(action);
}

bool is_installed_git(const Actor& actor) {
  return actor.installed && !actor.tampered && is_git(actor.exe);
}

bool is_told_a_password(const Action& action) {
  return action.act == Act::kExec && action.actor.by_gits_login &&
         action.image_origin != ImageOrigin::kInstalled &&
         action.image_origin != ImageOrigin::kOther;
}

bool steers_logins_to_come(const std::vector<std::string>& argv) {
  if (argv.empty() || !is_git(base_name(argv[0]))) return false;
  const std::string_view name = base_name(argv[0]);
  auto words = name == "git" ? subcommand_with_words(argv) : std::span(argv);
  if (words.empty()) return false;
  const std::string_view sub = name == "git" ? std::string_view(words.front()) : name.substr(4);
  words = words.subspan(1);
  if (sub == "config") return sets_a_login(words);
  const bool makes_one = sub == "clone" || sub == "init" || sub == "init-db";
  // Before the subcommand it is known to be a setting of this one git, and judged at its login.
  const bool by_template = std::ranges::any_of(argv, [](const std::string& word) {
    return in_small_letters(word).starts_with("init.templatedir=");
  });
  return by_template || (makes_one && brings_a_login(words));
}

bool logs_in(const Actor& actor) {
  if (!actor.installed || actor.tampered || !is_git(actor.exe)) return false;
  const std::string_view name = base_name(actor.exe);
  // Started by hand a transport asks helpers that it finds where the tree says.
  if (name.starts_with("git-remote-http") || name == "git-http-push") return actor.by_git;
  return name == "git-imap-send" || git_subcommand(actor.argv) == "credential";
}

bool is_gits_transport(const Action& action) {
  if (action.act != Act::kExec || action.image_origin != ImageOrigin::kInstalled) return false;
  if (base_name(action.exe) != "ssh" || !asks_one_thing_of_a_host(action.argv)) return false;
  const std::string_view asked = action.argv.back();
  const std::size_t blank = asked.find(' ');
  if (blank == std::string_view::npos || !is_quoted_word(asked.substr(blank + 1))) return false;
  const std::string_view program = asked.substr(0, blank);
  if (program == "git-upload-pack" || program == "git-upload-archive") return true;
  return program == "git-receive-pack" && action.actor.installed && is_git(action.actor.exe) &&
         git_subcommand(action.actor.argv) == "push";
}

bool is_gits_own_step(const Action& action) {
  if (action.act != Act::kExec || action.image_origin != ImageOrigin::kInstalled) return false;
  if (!action.actor.installed) return false;
  if (is_asked_for_a_password(action)) return true;
  // A hook may be git by another name: it is called as a hook, with words of git's choice.
  if (!is_git(action.exe) || action.argv.empty() || !is_git(action.argv[0])) return false;
  if (!is_git(action.actor.exe)) return false;
  // How git-lfs logs in; it prints none of what it is told.
  if (base_name(action.actor.exe) == "git-lfs") return git_subcommand(action.argv) == "credential";
  const std::string_view given = git_subcommand(action.actor.argv);
  return is_in(kOwnSteps, given) || checks_out_a_submodule(action.actor.argv, action.argv);
}

}  // namespace guard::policy
