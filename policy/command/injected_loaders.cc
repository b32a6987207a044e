// SPDX-License-Identifier: Apache-2.0
#include "policy/command/injected_loaders.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/command/git_steps.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

// The marks that a value must hold to load something; an empty list: any value that is not empty.
using Marks = std::array<std::string_view, 6>;

// A tool looks at the variable itself, and is judged where it starts, below whichever script.
enum class Reader { kInterpreter, kTool };

struct Loader {
  std::string_view name;
  std::string_view programs;  // globs, separated by spaces; "*": every program
  Marks marks;
  Reader reader = Reader::kInterpreter;
};

constexpr Marks kGitSettings = {"hookspath", "expire", "include"};

constexpr std::array kLoaders = {
    Loader{"LD_PRELOAD", "*", {}},
    Loader{"LD_AUDIT", "*", {}},
    Loader{"BASH_ENV", "bash sh rbash", {}},
    // Many programs use ENV for "production"; a shell takes it as a file.
    Loader{"ENV", "sh dash ash ksh* mksh zsh bash busybox", {"/"}},
    Loader{"ZDOTDIR", "zsh", {}},
    Loader{"NODE_OPTIONS",
           "node nodejs npm npx yarn pnpm electron*",
           {"-r", "--require", "--import", "loader", "--inspect", "--env-file"}},
    Loader{"PYTHONSTARTUP", "python* pypy* ipython*", {}},
    Loader{"PERL5OPT", "perl*", {"-M", "-m", "-d", "-I"}},
    Loader{"PERL5DB", "perl*", {}},
    Loader{"RUBYOPT", "ruby* irb gem bundle rake rails", {"-r", "-I"}},
    Loader{"JAVA_TOOL_OPTIONS", "java* gradle* mvn*", {"-javaagent", "-agentlib", "-agentpath"}},
    Loader{"GIT_SSH_COMMAND", "git git-*", {}, Reader::kTool},
    Loader{"GIT_SSH", "git git-*", {}, Reader::kTool},
    Loader{"GIT_EXTERNAL_DIFF", "git git-*", {}, Reader::kTool},
    Loader{"GIT_PROXY_COMMAND", "git git-*", {}, Reader::kTool},
    Loader{"GIT_EXEC_PATH", "git git-*", {}, Reader::kTool},
    // Written to as git, wherever it is.
    Loader{"GIT_TRACE*", "git git-*", {"/"}, Reader::kTool},
    Loader{"GIT_TEMPLATE_DIR", "git git-*", {}, Reader::kTool},
    // Options that stand in no command line.
    Loader{"TAR_OPTIONS", "tar gtar bsdtar", {}, Reader::kTool},
    Loader{"ZIPOPT", "zip", {}, Reader::kTool},
    Loader{"ZIP", "zip", {}, Reader::kTool},
    Loader{"RSYNC_CONNECT_PROG", "rsync", {}, Reader::kTool},
    // Its aliases are read from there: ~/.popt.
    Loader{"HOME", "rsync", {}, Reader::kTool},
    // Settings that git takes from its environment: those that switch a repository's hooks off, let
    // it forget what could bring lost work back, or read further ones.
    Loader{"GIT_CONFIG_KEY_*", "git git-*", kGitSettings, Reader::kTool},
    Loader{"GIT_CONFIG_PARAMETERS", "git git-*", kGitSettings, Reader::kTool},
};

std::string_view program_of(const std::vector<std::string>& argv) {
  return argv.empty() ? std::string_view() : base_name(argv[0]);
}

bool concerns(const Loader& loader, const Action& action) {
  if (loader.programs == "*") return true;
  // A script's interpreter is not known here: whatever it is, it would see the variable.
  if (action.image_script && loader.reader == Reader::kInterpreter) return true;
  std::string_view rest = loader.programs;
  // known_argv: also of a script whose first line names a tool.
  const std::array names = {base_name(action.exe), program_of(action.argv),
                            program_of(action.known_argv)};
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view glob = rest.substr(0, end);
    if (std::ranges::any_of(names, [&](auto name) { return word_glob_matches(glob, name); }))
      return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// A mark with a dash begins a word; any other stands anywhere.
bool has_mark(std::string_view value, std::string_view mark) {
  if (!mark.starts_with('-')) return value.find(mark) != std::string_view::npos;
  for (std::size_t at = value.find(mark); at != std::string_view::npos;
       at = value.find(mark, at + 1)) {
    if (at == 0 || value[at - 1] == ' ' || value[at - 1] == '"') return true;
  }
  return false;
}

// git tells its own programs where it keeps them.
bool is_gits_own_folder(std::string_view value) {
  constexpr std::array<std::string_view, 3> kFolders = {
      "/usr/lib/git-core", "/usr/libexec/git-core", "/usr/local/libexec/git-core"};
  return std::find(kFolders.begin(), kFolders.end(), value) != kFolders.end();
}

// How one says that git shall run nothing there.
bool is_nothing(std::string_view value) {
  return value.empty() || value == "false" || value == "/bin/false" || value == "/usr/bin/false";
}

bool is_git_setting(std::string_view name) {
  return name.starts_with("GIT_CONFIG_");
}

// git hands its settings on to what it starts, and was asked about itself.
bool is_handed_on(const Loader& loader, const Action& action) {
  return is_git_setting(loader.name) && is_installed_git(action.actor);
}

// Hooks run in these alone: none of the others is the less judged for a setting about hooks. An
// alias is not known here, and may be any.
constexpr std::array<std::string_view, 24> kWithoutHooks = {
    "rev-parse",    "status",   "log",          "diff",     "show",         "ls-files",
    "ls-tree",      "rev-list", "cat-file",     "describe", "blame",        "config",
    "symbolic-ref", "shortlog", "for-each-ref", "version",  "check-ignore", "ls-remote",
    "merge-base",   "name-rev", "show-ref",     "grep",     "var",          "help"};

bool runs_no_hooks(const Action& action) {
  const std::string_view subcommand = git_subcommand(action.argv);
  return std::ranges::find(kWithoutHooks, subcommand) != kWithoutHooks.end();
}

// git starts it to reach another machine, which these do not. Where one of them fetches what a
// partial clone lacks, that program is judged when it starts.
bool is_of_no_use(const Loader& loader, const Action& action) {
  constexpr std::array<std::string_view, 3> kForRemotes = {"GIT_SSH_COMMAND", "GIT_SSH",
                                                           "GIT_PROXY_COMMAND"};
  return std::ranges::find(kForRemotes, loader.name) != kForRemotes.end() &&
         runs_no_hooks(action) && git_subcommand(action.argv) != "ls-remote";
}

// As go sets it for each git that it starts: ssh itself, which shall ask nobody.
bool is_plain_ssh(std::string_view value) {
  constexpr std::array<std::string_view, 4> kWords = {"ssh", "-o", "ControlMaster=no",
                                                      "BatchMode=yes"};
  bool plain = value.starts_with("ssh");
  while (plain && !value.empty()) {
    const std::size_t end = std::min(value.find(' '), value.size());
    plain = std::ranges::find(kWords, value.substr(0, end)) != kWords.end();
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return plain;
}

// The names of git's settings have no case.
std::string marked_text(const Loader& loader, std::string_view value) {
  std::string text(value);
  if (!is_git_setting(loader.name)) return text;
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool loads_something(const Loader& loader, std::string_view value) {
  if (loader.name == "GIT_EXEC_PATH" && is_gits_own_folder(value)) return false;
  if (loader.name == "GIT_SSH_COMMAND" && is_plain_ssh(value)) return false;
  if (loader.marks[0].empty()) return !is_nothing(value);
  const std::string text = marked_text(loader, value);
  return std::any_of(loader.marks.begin(), loader.marks.end(),
                     [&](std::string_view mark) { return !mark.empty() && has_mark(text, mark); });
}

// Where git finds its settings: they say what a clean-up forgets for ever.
bool is_where_settings_lie(std::string_view name) {
  constexpr std::array<std::string_view, 4> kPlaces = {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
                                                       "HOME", "XDG_CONFIG_HOME"};
  return std::ranges::find(kPlaces, name) != kPlaces.end();
}

std::optional<std::string> other_settings_of_a_clean_up(const Action& action) {
  constexpr std::array<std::string_view, 5> kCleaning = {"gc", "maintenance", "prune", "repack",
                                                         "reflog"};
  const std::vector<std::string>& argv =
      action.known_argv.empty() ? action.argv : action.known_argv;
  const bool cleans = program_of(argv) == "git" &&
                      std::ranges::find(kCleaning, git_subcommand(argv)) != kCleaning.end();
  if (!cleans || is_installed_git(action.actor)) return std::nullopt;
  for (const std::string& change : action.environment_changes) {
    const std::size_t equals = std::min(change.find('='), change.size());
    const bool leads_elsewhere = change.substr(equals) != "=/dev/null";
    if (is_where_settings_lie(change.substr(0, equals)) && leads_elsewhere)
      return change.substr(0, equals);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> injected_loader(const Action& action) {
  if (weakened("injected-loaders")) return std::nullopt;
  if (auto other = other_settings_of_a_clean_up(action)) return other;
  for (const std::string& change : action.environment_changes) {
    const std::size_t equals = change.find('=');
    if (equals == std::string::npos) continue;
    const std::string_view name = std::string_view(change).substr(0, equals);
    const std::string_view value = std::string_view(change).substr(equals + 1);
    for (const Loader& loader : kLoaders) {
      if (word_glob_matches(loader.name, name) && concerns(loader, action) &&
          !is_handed_on(loader, action) && loads_something(loader, value) &&
          !(is_git_setting(loader.name) && runs_no_hooks(action)) && !is_of_no_use(loader, action))
        return std::string(name);
    }
  }
  return std::nullopt;
}

bool may_run_other_code(const Action& action) {
  constexpr std::array<std::string_view, 4> kChangers = {
      "BUN_BE_BUN=", "BUN_OPTIONS=", "BUN_INSPECT", "ELECTRON_RUN_AS_NODE="};
  const bool changes = std::ranges::any_of(action.environment_changes, [&](const auto& change) {
    return std::ranges::any_of(kChangers,
                               [&](std::string_view name) { return change.starts_with(name); });
  });
  return changes || injected_loader(action).has_value();
}

}  // namespace guard::policy
