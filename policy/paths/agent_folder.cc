// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/agent_folder.h"

#include <algorithm>
#include <array>

#include "policy/paths/path_names.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

using Names = std::string_view;

constexpr Names kHome = "~/";

// An agent's own is one below.
constexpr std::array kShared = {Names(".config"),      Names(".local"), Names(".local/share"),
                                Names(".local/state"), Names(".cache"), Names(".var"),
                                Names(".var/app")};
// These belong to other programs: what they sign in with, or code that runs later, lies in them
// under names of their own.
constexpr std::array kOthers = {Names(".mozilla"),
                                Names(".thunderbird"),
                                Names(".config/google-chrome*"),
                                Names(".config/chromium"),
                                Names(".config/Brave*"),
                                Names(".config/microsoft-edge*"),
                                Names(".config/Code*"),
                                Names(".vscode*"),
                                Names(".config/Signal*"),
                                Names(".config/Slack"),
                                Names(".electrum"),
                                Names(".bitcoin"),
                                Names(".ethereum"),
                                Names(".minikube"),
                                Names(".pulumi"),
                                Names(".databricks"),
                                Names(".kaggle"),
                                Names(".huggingface"),
                                Names(".cache/huggingface"),
                                Names(".npm"),
                                Names(".nvm"),
                                Names(".rustup"),
                                Names(".pyenv"),
                                Names(".rbenv"),
                                Names(".sdkman"),
                                Names(".asdf"),
                                Names(".bun"),
                                Names(".deno"),
                                Names(".oh-my-zsh"),
                                Names(".local/lib"),
                                Names(".local/share/applications"),
                                Names(".config/containers"),
                                Names(".config/helm")};

constexpr Names kInstead = ": name one that is the agent's alone, as ~/.NAME or ~/.config/NAME";

std::string said(std::string_view path, Names why) {
  return std::string(path) + " " + std::string(why) + std::string(kInstead);
}

bool is_shared(std::string_view folder) {
  return std::ranges::find(kShared, folder) != kShared.end();
}

// It, or what lies in it, means something to guard.
bool is_known(std::string_view path) {
  const std::string inside = std::string(path) + "/x";
  return class_in_home(path) || class_in_home(inside) || class_by_name(path) || vcs_class(path);
}

// PATH is one of another program's folders, lies in it, or holds it.
bool is_anothers(std::string_view path) {
  return std::ranges::any_of(kOthers, [&](Names folder) {
    return path_glob_covers(folder, path) || path_glob_below(folder, path);
  });
}

std::optional<Names> why_of_folder(std::string_view path) {
  if (is_shared(path)) return "is shared by many programs";
  if (is_known(path)) return "lies where secrets are kept, or what steers other programs";
  if (home_names_below(path)) return "holds secrets, or what steers other programs";
  if (is_anothers(path)) return "is another program's";
  return std::nullopt;
}

// "~/.NAME*": every name that begins so.
std::optional<Names> why_of_beginning(std::string_view beginning) {
  const auto begins = [&](Names name) { return name.starts_with(beginning); };
  if (home_names_begin(beginning) || std::ranges::any_of(kShared, begins) ||
      std::ranges::any_of(kOthers, begins))
    return "takes in secrets, or what steers other programs";
  const std::size_t slash = beginning.rfind('/');
  if (slash == std::string_view::npos || is_shared(beginning.substr(0, slash))) return std::nullopt;
  return why_of_folder(beginning.substr(0, slash));
}

}  // namespace

std::optional<std::string> agent_folder_defect(std::string_view path) {
  if (!path.starts_with(kHome)) return said(path, "is no folder below the home");
  const std::string_view relative = path.substr(kHome.size());
  const auto why = relative.ends_with('*')
                       ? why_of_beginning(relative.substr(0, relative.size() - 1))
                       : why_of_folder(relative);
  return why ? std::optional(said(path, *why)) : std::nullopt;
}

std::optional<std::string> agent_folder_around(std::string_view in_home) {
  if (!in_home.starts_with('.')) return std::nullopt;
  std::size_t end = in_home.find('/');
  while (end != std::string_view::npos && is_shared(in_home.substr(0, end)))
    end = in_home.find('/', end + 1);
  const std::string folder = std::string(kHome).append(in_home.substr(0, end));
  if (has_wildcard(folder) || agent_folder_defect(folder)) return std::nullopt;
  return folder;
}

}  // namespace guard::policy
