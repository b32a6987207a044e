// SPDX-License-Identifier: Apache-2.0
#include "console/commands/run_preparation.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/output/complaint.h"
#include "console/places/command_search.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "console/policy/policy_files.h"
#include "console/run/run_notices.h"
#include "console/run/try_run.h"
#include "console/session/session_choice.h"
#include "policy/paths/path_names.h"
#include "supervisor/alerts/alert_plan.h"
#include "supervisor/state/state_format.h"

namespace guard::console {
namespace {

constexpr std::size_t kLongestSocketPath = 107;  // sun_path, with its end

Result<std::string> random_name() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  std::array<unsigned char, 8> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return fail_errno("getrandom");
  std::string name;
  for (const unsigned char byte : bytes) name += kLetters[byte % kLetters.size()];
  return name;
}

bool lies_in(const std::string& path, const std::vector<std::string>& folders) {
  std::error_code error;
  const std::string canonical = std::filesystem::canonical(path, error).string();
  return !error && std::ranges::any_of(folders, [&](const std::string& folder) {
    return policy::below(canonical, folder).has_value();
  });
}

// A program of the workspace is the project's, whatever it is called, and projects widen nothing:
// whoever means the agent names its profile.
bool came_with_project(const std::vector<std::string>& command,
                       const std::vector<std::string>& workspace) {
  if (command.empty()) return false;
  const auto program = find_command(command.front(), search_path_of_environment());
  if (program && lies_in(*program, workspace)) return true;
  return std::any_of(command.begin() + 1, command.end(), [&](const std::string& word) {
    return word.find("node_modules/") != std::string::npos && lies_in(word, workspace);
  });
}

Result<std::string> private_canonical(const std::string& folder) {
  if (auto made = make_private_folder(folder); !made) {
    Error why = made.error();
    // As in a container whose user has no home of its own.
    if (why.sys_errno == EACCES || why.sys_errno == EROFS)
      why.context += " (--state-dir or GUARD_STATE_DIR names another folder)";
    return forward(std::move(why));
  }
  std::error_code error;
  const auto canonical = std::filesystem::canonical(folder, error);
  if (error) return fail_with(error.value(), safe_text(folder));
  return canonical.string();
}

Result<std::string> socket_path(const RunSettings& settings, const Locations& locations,
                                const std::string& session) {
  std::string path = settings.socket;
  if (path.empty()) {
    const auto folder = private_canonical(locations.runtime);
    if (!folder) return forward(folder.error());
    path = *folder + "/" + session + ".sock";
  }
  std::error_code error;
  path = std::filesystem::absolute(path, error).string();
  if (error || path.size() > kLongestSocketPath)
    return fail(Code::kInvalid, "the socket's path is too long: " + safe_text(path));
  return path;
}

// The folder in which others look for sessions, where the socket is not found in it. Empty: it is,
// or there is no such folder; the session runs all the same.
std::string entry_folder_for(const std::string& socket, const Locations& locations) {
  const auto folder = private_canonical(locations.runtime);
  if (!folder ||
      (std::filesystem::path(socket).parent_path() == *folder && socket.ends_with(".sock")))
    return {};
  return *folder;
}

// The folder has this guard's own format from now on.
Result<std::string> state_folder_of(const Locations& locations) {
  auto folder = private_canonical(locations.state);
  if (!folder) return folder;
  if (auto taken = supervisor::take_over_state(*folder, home_folder()); !taken)
    return forward(taken.error());
  return folder;
}

// Choices that no file has a say in.
void take_choices(const RunSettings& settings, supervisor::RunOptions& options) {
  options.on_ask = settings.on_ask;
  options.undo = settings.undo.value_or(true);
  options.in_ci = settings.ci;
  options.fail_on = settings.fail_on;
  options.kill_at_exit = settings.kill_at_exit;
  options.quiet = settings.quiet;
  options.log = settings.log;
  options.require = settings.require;
  options.backend = settings.backend;
}

void take_session_outside(const GivenPolicy& given, supervisor::RunOptions& options) {
  options.home = given.home;
  options.ssh_socket = given.ssh_socket;
  options.shown = std::make_shared<const supervisor::ShownObjects>(given.shown);
  options.guard_folders.insert(options.guard_folders.end(), given.guard_folders.begin(),
                               given.guard_folders.end());
}

// The settings, with the options that were given to the session outside.
RunSettings as_given(RunSettings settings, const policy::Policy& policy) {
  if (!settings.given) return settings;
  if (settings.given->mode != policy.mode.name) settings.mode = settings.given->mode;
  if (settings.given->safe_mode != policy.safe_mode) settings.safe_mode = settings.given->safe_mode;
  return settings;
}

// The files' policy, with what the options say of it.
Result<policy::Policy> policy_of_run(const RunSettings& settings, const PolicyRequest& request) {
  auto policy = load_policy_files(request);
  if (!policy) return forward(policy.error());
  if (settings.given && settings.given->hash != policy->hash)
    return fail(Code::kRefused, "this guard reads the session's policy as another one");
  // With root's rights it would run programs and write files that the user's policy names. Root's
  // records wait for root's own sinks (guard audit sinks send).
  if (settings.given) policy->sinks.clear();
  if (auto applied = apply_settings(as_given(settings, *policy), *policy); !applied)
    return forward(applied.error());
  if (settings.tries && !policy->safe_mode)
    return fail(Code::kInvalid, "--try holds acts, and with safe mode off nothing is held");
  if (settings.tries) add_try_rules(*policy);
  // The session outside alerts, and sends its record, as its user: nothing of that user's is run as
  // root for it, nor written where that user says.
  if (settings.given) {
    policy->alerts = {};
    policy->sinks.clear();
  }
  // Guarded as the policy's own files are.
  policy->files.insert(policy->files.end(), settings.plans.begin(), settings.plans.end());
  return policy;
}

// A sudo runs where its folder is deleted, too; the session outside has said what holds.
Result<std::string> start_folder_of(const RunSettings& settings) {
  std::error_code error;
  std::string folder = std::filesystem::current_path(error).string();
  if (!error) return folder;
  if (settings.given) return std::string("/");
  return fail_with(error.value(), "current folder");
}

void tell_doubts(const RunSettings& settings, const policy::Policy& policy,
                 const std::string& of_workspace) {
  if (settings.quiet) return;
  if (!of_workspace.empty()) complain(0, "warning: " + of_workspace);
  if (!policy.release_note.empty()) complain(0, "warning: " + policy.release_note);
  if (!settings.ci) return;
  // At the end a refusal would be shown the very line that stands there.
  const auto chosen_by = settings.policy.empty() ? PolicyChosen::kByPlace : PolicyChosen::kByOption;
  for (const std::string& line : not_applied_notices(policy.not_applied, chosen_by))
    complain(0, line);
}

}  // namespace

Result<supervisor::RunOptions> prepare_run(const RunSettings& settings) {
  const auto start_folder = start_folder_of(settings);
  if (!start_folder) return forward(start_folder.error());
  if (auto sound = check_named_folder(settings.state_dir); !sound)
    return forward(sound.error().during("--state-dir"));
  const auto locations = known_locations(settings.state_dir);
  if (!locations) return forward(locations.error());
  PolicyRequest request{settings.policy, locations->config, *start_folder};
  request.profile = settings.profile;
  if (settings.given) request.given = settings.given->files;
  auto policy = policy_of_run(settings, request);
  if (!policy) return forward(policy.error());
  auto workspace =
      find_workspace(settings.workspace.empty() ? policy->workspace : settings.workspace,
                     *start_folder, home_folder());
  if (!workspace) return forward(workspace.error());
  tell_doubts(settings, *policy, workspace->warning);
  const bool is_of_project = came_with_project(settings.command, workspace->folders);
  if (auto chosen = choose_profile_for(request, settings.command, is_of_project, *policy); !chosen)
    return forward(chosen.error());
  supervisor::RunOptions options;
  auto session = settings.session.empty() ? random_name() : settings.session;
  if (!session) return forward(session.error());
  auto state_dir = state_folder_of(*locations);
  if (!state_dir) return forward(state_dir.error());
  auto socket = socket_path(settings, *locations, *session);
  if (!socket) return forward(socket.error());
  if (policy->sudo_supervise) {
    auto texts = read_policy_files(request);
    if (!texts) return forward(texts.error());
    options.policy_texts = std::move(*texts);
  }
  options.command = settings.command;
  options.policy = std::make_shared<const policy::Policy>(std::move(*policy));
  options.workspace = std::move(workspace->folders);
  options.session_id = std::move(*session);
  options.state_dir = std::move(*state_dir);
  options.socket_path = std::move(*socket);
  options.listed_in = entry_folder_for(options.socket_path, *locations);
  options.guard_folders = {options.state_dir, locations->state, options.socket_path,
                           locations->runtime, locations->config};
  for (std::string& file : log_files(settings.log))
    options.guard_folders.push_back(std::move(file));
  options.page_folder = locations->runtime;
  // A webhook's secret: not for who it is to tell of.
  if (auto secret = supervisor::alert_secret_of(options.policy->alerts, home_folder());
      !secret.empty())
    options.guard_folders.push_back(std::move(secret));
  options.grants_file = locations->config + "/grants.yaml";
  take_choices(settings, options);
  if (settings.given) take_session_outside(*settings.given, options);
  return options;
}

}  // namespace guard::console
