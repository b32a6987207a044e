// SPDX-License-Identifier: Apache-2.0
// guard run: gathers what the run needs, forks the serving process, and becomes the front.
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "console/ci/ci_plan.h"
#include "console/commands/commands.h"
#include "console/front/front.h"
#include "console/front/socket_source.h"
#include "console/help/option_help.h"
#include "console/options/plan_file.h"
#include "console/options/run_settings.h"
#include "console/output/complaint.h"
#include "console/places/command_search.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "console/policy/policy_files.h"
#include "console/report/bug_bundle.h"
#include "console/review/screen/review_ending.h"
#include "console/review/secret_paths.h"
#include "console/run/inherited_descriptors.h"
#include "console/run/nested_run.h"
#include "console/run/run_notices.h"
#include "console/run/try_run.h"
#include "console/session/session_choice.h"
#include "console/terminal/terminal_mode.h"
#include "console/undo/discarding.h"
#include "policy/paths/path_names.h"
#include "supervisor/alerts/alert_plan.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/run/serve.h"
#include "supervisor/state/state_format.h"

namespace guard::console {
namespace {

constexpr int kGuardFailed = 125;
constexpr int kNotExecutable = 126;
constexpr int kCommandNotFound = 127;
constexpr std::size_t kLongestSocketPath = 107;  // sun_path, with its end

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

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

// A name that was typed here and now may be mistyped; the variable is set once, for every run. To
// be asked before the folder is made, and told once CMD starts.
std::string new_folder_notice(const RunSettings& settings) {
  const char* usual = std::getenv("GUARD_STATE_DIR");
  const bool typed = usual == nullptr || settings.state_dir != usual;
  if (!typed || settings.quiet || !names_new_folder(settings.state_dir)) return {};
  std::error_code error;
  const auto folder = std::filesystem::absolute(settings.state_dir, error);
  return "--state-dir: made the folder " + folder.string() + ", which was not there";
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

// Everything that can fail before anything runs.
Result<supervisor::RunOptions> prepare(const RunSettings& settings) {
  std::error_code error;
  const std::string start_folder = std::filesystem::current_path(error).string();
  if (error) return fail_with(error.value(), "current folder");
  if (auto sound = check_named_folder(settings.state_dir); !sound)
    return forward(sound.error().during("--state-dir"));
  const auto locations = known_locations(settings.state_dir);
  if (!locations) return forward(locations.error());
  PolicyRequest request{settings.policy, locations->config, start_folder};
  request.profile = settings.profile;
  auto policy = load_policy_files(request);
  if (!policy) return forward(policy.error());
  if (auto applied = apply_settings(settings, *policy); !applied) return forward(applied.error());
  if (settings.tries && !policy->safe_mode)
    return fail(Code::kInvalid, "--try holds acts, and with safe mode off nothing is held");
  if (settings.tries) add_try_rules(*policy);
  // Guarded as the policy's own files are.
  policy->files.insert(policy->files.end(), settings.plans.begin(), settings.plans.end());
  auto workspace =
      find_workspace(settings.workspace.empty() ? policy->workspace : settings.workspace,
                     start_folder, home_folder());
  if (!workspace) return forward(workspace.error());
  if (!workspace->warning.empty() && !settings.quiet) complain(0, "warning: " + workspace->warning);
  // At the end a refusal would be shown the very line that stands there.
  const auto chosen_by = settings.policy.empty() ? PolicyChosen::kByPlace : PolicyChosen::kByOption;
  if (settings.ci && !settings.quiet)
    for (const std::string& line : not_applied_notices(policy->not_applied, chosen_by))
      complain(0, line);
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
  return options;
}

// The serving process opens it; what it cannot open is told here, before anything starts.
Result<void> begin_log(const supervisor::RunOptions& options) {
  if (auto able = check_log(options.log); !able) return able;
  if (!options.log.file.empty()) note_last_log(options.state_dir, options.log.file);
  return {};
}

// The agent gets a terminal of its own when it would have one at both ends.
Result<std::optional<PtyPair>> own_terminal() {
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) return std::nullopt;
  const auto settings = settings_of(STDIN_FILENO);
  if (!settings) return forward(settings.error());
  auto pty = open_pty(*settings, size_of(STDOUT_FILENO));
  if (!pty) return forward(pty.error());
  return std::optional<PtyPair>(std::move(*pty));
}

supervisor::TerminalPlan terminal_plan(std::optional<PtyPair> pty) {
  supervisor::TerminalPlan plan;
  plan.stdin_is_tty = ::isatty(STDIN_FILENO) != 0;
  plan.stdout_is_tty = ::isatty(STDOUT_FILENO) != 0;
  plan.stderr_is_tty = ::isatty(STDERR_FILENO) != 0;
  if (pty) plan.pty_slave = std::move(pty->slave);
  return plan;
}

std::function<std::unique_ptr<QuestionSource>()> question_opener(
    const supervisor::RunOptions& options) {
  if (options.on_ask != policy::OnAsk::kWait) return nullptr;
  return [path = options.socket_path]() -> std::unique_ptr<QuestionSource> {
    auto source = SocketSource::start(path);
    if (source) return std::move(*source);
    complain(0, "no questions here: " + source.error().text());
    return nullptr;
  };
}

AttentionPlan attention_of(const supervisor::RunOptions& options) {
  const policy::Alerts& alerts = options.policy->alerts;
  return {alerts.bell, alerts.title, alerts.after};
}

CiWanted wanted_at_the_end(const RunSettings& settings) {
  CiWanted wanted;
  wanted.reports = settings.reports;
  wanted.summary = settings.ci && !settings.quiet;
  wanted.skips_fail = settings.fail_on == supervisor::FailOn::kSkip;
  wanted.annotations = settings.ci && from_environment("GITHUB_ACTIONS") == "true";
  return wanted;
}

// For a person who types here.
void tell(const std::string& notice) {
  if (!notice.empty() && ::isatty(STDERR_FILENO) == 1) complain(0, notice);
}

// Taking the policy's many small pieces apart at the end would take milliseconds, in each process
// that has it.
void leave_to_the_kernel(std::shared_ptr<const policy::Policy> policy) {
  static const auto* const kKept = new std::shared_ptr(std::move(policy));
  (void)kKept;
}

// Closes the descriptors that CMD must not have. No other process of guard exists yet that could
// hand them on. Returns the line to tell once CMD starts.
std::string settle(const InheritedNumbers& inherited, supervisor::RunOptions& options) {
  auto settled = settle_inherited(
      inherited,
      supervisor::find_path_roots(*options.policy, options.workspace, options.guard_folders));
  options.inheritance = std::move(settled.inheritance);
  return std::move(settled.notice);
}

// The file that is learned holds what was refused alone, and takes the place of what is there: of a
// policy that holds, no rule would be left.
Result<void> learns_apart(const RunSettings& settings, const policy::Policy& policy) {
  constexpr std::string_view kLearned = "policy:";
  for (const std::string& report : settings.reports) {
    if (!report.starts_with(kLearned)) continue;
    const std::string file = report.substr(kLearned.size());
    std::error_code error;
    const auto is_it = [&](const std::string& held) {
      return std::filesystem::equivalent(file, held, error) && !error;
    };
    if (std::ranges::any_of(policy.files, is_it))
      return fail(Code::kInvalid,
                  "--learn " + safe_text(file) +
                      ": this policy holds in the run, and its rules would be gone: "
                      "name another file, and put both together yourself");
  }
  return {};
}

// CMD, or the policy, says that it failed. Where guard failed nothing is known.
bool has_failed(const Ending& ending) {
  return ending.text.empty() && (ending.status != 0 || ending.signal != 0);
}

// How the changes are handled once CMD has ended.
struct WithChanges {
  bool discards_on_fail = false;
  bool reviews = false;
  bool tries = false;
  bool closes_record = false;  // before the run returns
};

CiDiscard discarded(const supervisor::RunOptions& options) {
  SessionDiscard done = discard_session(options.state_dir, options.session_id);
  return {std::move(done.why_not), std::move(done.undo), done.given_back, done.left,
          std::move(done.whys)};
}

// Discards before the reports are written, so that they say it; a run that fails by a report that
// could not be written is discarded behind them.
Ending end_with(const supervisor::RunOptions& options, const CiPlan& at_the_end, Ending ending,
                const WithChanges& changes, std::uint64_t before) {
  CiRun run{options.state_dir,
            options.session_id,
            options.workspace,
            home_folder(),
            options.policy,
            before,
            {}};
  if (changes.discards_on_fail && has_failed(ending)) run.discard = discarded(options);
  Ending told = at_the_end.write(std::move(ending), run);
  if (changes.tries && !told.nothing_ran)
    tell_of_try(options.state_dir, options.session_id, before);
  if (changes.discards_on_fail && !run.discard && has_failed(told))
    (void)discarded(options);
  else if (changes.reviews && !(changes.discards_on_fail && has_failed(told)))
    review_at_end(
        {options.state_dir, options.session_id, secret_paths(*options.policy, options.workspace)});
  return told;
}

// Whoever archives the state in the next step of a pipeline means the whole record. SERVING ends by
// itself; it is not waited for long where the disk is slow, nor where something of the session runs
// on.
void wait_for_the_record(pid_t serving) {
  constexpr auto kPatience = std::chrono::seconds(1);
  constexpr auto kPause = std::chrono::milliseconds(1);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (::waitpid(serving, nullptr, WNOHANG) == 0 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(kPause);
}

int supervise(supervisor::RunOptions options, const CiPlan& at_the_end, Words at_start,
              const Whereabouts& where, const WithChanges& changes) {
  leave_to_the_kernel(options.policy);
  auto pty = own_terminal();
  if (!pty) return complain(kGuardFailed, pty.error().text());
  auto ends = supervisor::FrontLink::pair();
  if (!ends) return complain(kGuardFailed, ends.error().text());
  options.own_terminal = pty->has_value();
  const bool has_listener = options.own_terminal && !options.quiet;
  // Said once CMD starts, because a session that does not start leaves the person unguarded.
  if (has_listener) {
    Words greeting = start_notice(options.command, options.session_id, options.undo, where);
    at_start.insert(at_start.begin(), std::make_move_iterator(greeting.begin()),
                    std::make_move_iterator(greeting.end()));
  }
  const std::uint64_t before = changes.tries
                                   ? last_record_of(options.state_dir, options.session_id)
                                   : at_the_end.last_of_name(options.state_dir, options.session_id);
  const pid_t front_group = ::getpgrp();
  // Before the fork: neither process may be traced or read by what they supervise.
  if (!weakened("dumpable") && ::prctl(PR_SET_DUMPABLE, 0) != 0)
    return complain(kGuardFailed, "PR_SET_DUMPABLE failed");
  // When all of guard below is killed at once, the tree comes to this process.
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return complain(kGuardFailed, "no subreaper");
  std::fflush(nullptr);
  const pid_t serving = ::fork();
  if (serving < 0) return complain(kGuardFailed, "cannot fork");
  if (serving == 0) {
    // A group of its own: the terminal's signals are for CMD and the front.
    ::setpgid(0, 0);
    { const supervisor::FrontLink front_end = std::move(ends->first); }
    if (*pty) (*pty)->master.reset();
    ::_exit(supervisor::serve(std::move(options), std::move(ends->second),
                              terminal_plan(std::move(*pty)), front_group));
  }
  ::setpgid(serving, serving);
  close_descriptors(options.inheritance.passing);
  { const supervisor::FrontLink serving_end = std::move(ends->second); }
  const Ending ending =
      run_front({std::move(ends->first), std::move(*pty), options.quiet, question_opener(options),
                 where.of_session, attention_of(options), std::move(at_start)});
  if (changes.closes_record && !ending.goes_on) wait_for_the_record(serving);
  const bool is_told = changes.reviews || (changes.discards_on_fail && has_failed(ending));
  if (has_listener && options.undo && !is_told)
    tell(changes_notice(options.state_dir, options.session_id, where));
  return pass_on(end_with(options, at_the_end, ending, changes, before));
}

}  // namespace

int run_command(const Words& words) {
  const auto parsed = parse_or_explain(run_options(), words, kGuardFailed);
  if (!parsed) return parsed.error();
  auto settings = read_run_settings(*parsed, from_environment);
  if (!settings) return complain(kGuardFailed, settings.error().text());
  const auto inherited = find_inherited(settings->keep_fds);
  if (!inherited) return complain(kGuardFailed, inherited.error().text());
  auto confirmed = with_plans(settings->pre_confirm);
  if (!confirmed) return complain(kGuardFailed, confirmed.error().text());
  settings->plans = plan_files(settings->pre_confirm);
  settings->pre_confirm = std::move(*confirmed);
  auto image = find_command(settings->command.front(), search_path_of_environment());
  if (!image)
    return complain(image.error().code == Code::kNotFound ? kCommandNotFound : kNotExecutable,
                    image.error().text());
  if (const auto ended = run_inside(*settings, *image, *inherited)) return *ended;
  Words at_start = {new_folder_notice(*settings)};
  auto options = prepare(*settings);
  if (!options) return complain(kGuardFailed, options.error().text());
  if (auto apart = learns_apart(*settings, *options->policy); !apart)
    return complain(kGuardFailed, apart.error().text());
  if (auto log = begin_log(*options); !log)
    return complain(kGuardFailed, "--log: " + log.error().text());
  const auto at_the_end = CiPlan::make(wanted_at_the_end(*settings));
  if (!at_the_end) return complain(kGuardFailed, at_the_end.error().text());
  options->image = std::move(*image);
  at_start.push_back(settle(*inherited, *options));
  // A line of a file is forgotten; who gives the option knows.
  if (!options->policy->safe_mode && !settings->safe_mode)
    complain(0, "the policy has safe_mode: off: tiers 1 to 3 go unasked, and are recorded");
  if (!settings->quiet) {
    for (std::string& line : unasked_notices(*options->policy)) at_start.push_back(std::move(line));
    for (std::string& line : doubts_about_plan(settings->pre_confirm, *options->policy))
      at_start.push_back(std::move(line));
  }
  Whereabouts where = whereabouts(parsed->get("socket"), parsed->get("state-dir"));
  std::error_code error;
  where.workspace =
      workspace_notice(options->workspace, std::filesystem::current_path(error).string());
  return supervise(std::move(*options), *at_the_end, std::move(at_start), where,
                   {settings->discards_on_fail, settings->reviews, settings->tries, settings->ci});
}

}  // namespace guard::console
