// SPDX-License-Identifier: Apache-2.0
// guard run: gathers what the run needs, forks the serving process, and becomes the front.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "console/ci/ci_plan.h"
#include "console/commands/commands.h"
#include "console/commands/run_ending.h"
#include "console/commands/run_preparation.h"
#include "console/front/front.h"
#include "console/front/socket_source.h"
#include "console/front/terminal_choice.h"
#include "console/help/option_help.h"
#include "console/options/plan_file.h"
#include "console/options/run_settings.h"
#include "console/output/complaint.h"
#include "console/places/command_search.h"
#include "console/places/locations.h"
#include "console/report/bug_bundle.h"
#include "console/run/inherited_descriptors.h"
#include "console/run/nested_run.h"
#include "console/run/raised_run.h"
#include "console/run/run_notices.h"
#include "console/session/session_choice.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/run/serve.h"

namespace guard::console {
namespace {

constexpr int kGuardFailed = 125;
constexpr int kNotExecutable = 126;
constexpr int kCommandNotFound = 127;

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
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

// The serving process opens it; what it cannot open is told here, before anything starts.
Result<void> begin_log(const supervisor::RunOptions& options) {
  if (auto able = check_log(options.log); !able) return able;
  if (!options.log.file.empty()) note_last_log(options.state_dir, options.log.file);
  return {};
}

supervisor::TerminalPlan terminal_plan(std::optional<TerminalChoice> chosen) {
  supervisor::TerminalPlan plan;
  plan.stdin_is_tty = ::isatty(STDIN_FILENO) != 0;
  plan.stdout_is_tty = ::isatty(STDOUT_FILENO) != 0;
  plan.stderr_is_tty = ::isatty(STDERR_FILENO) != 0;
  if (chosen) plan.pty_slave = std::move(chosen->pty.slave);
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
  auto settled =
      settle_inherited(inherited, supervisor::find_path_roots(*options.policy, options.workspace,
                                                              options.guard_folders, options.home));
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
              const Whereabouts& where, const WithChanges& changes, UniqueFd upper) {
  leave_to_the_kernel(options.policy);
  auto chosen = choose_terminal(options.on_ask == policy::OnAsk::kWait && !upper.valid());
  if (!chosen) return complain(kGuardFailed, chosen.error().text());
  auto ends = supervisor::FrontLink::pair();
  if (!ends) return complain(kGuardFailed, ends.error().text());
  options.own_terminal = chosen->has_value();
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
  if (auto begun = at_the_end.begin(); !begun) return complain(kGuardFailed, begun.error().text());
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
    if (*chosen) {
      (*chosen)->pty.master.reset();
      (*chosen)->opened.reset();
    }
    ::_exit(supervisor::serve(std::move(options), std::move(ends->second),
                              terminal_plan(std::move(*chosen)), front_group));
  }
  ::setpgid(serving, serving);
  close_descriptors(options.inheritance.passing);
  { const supervisor::FrontLink serving_end = std::move(ends->second); }
  FrontPlan front{std::move(ends->first),   std::nullopt,     options.quiet,
                  question_opener(options), where.of_session, attention_of(options),
                  std::move(at_start)};
  front.upper = std::move(upper);
  if (*chosen) {
    front.pty = std::move((*chosen)->pty);
    front.ends = (*chosen)->ends;
  }
  const Ending ending = run_front(std::move(front));
  if (changes.closes_record && !ending.goes_on) wait_for_the_record(serving);
  const bool is_told = changes.reviews || (changes.discards_on_fail && has_failed(ending));
  if (has_listener && options.undo && !is_told)
    tell(changes_notice(options.state_dir, options.session_id, where));
  return pass_on(end_with(options, at_the_end, ending, changes, before));
}

// Guard, or the lack of CMD, ends the run before anything ran.
struct NotStarted {
  const CiPlan& at_the_end;
  int operator()(int status, const Error& error) const {
    at_the_end.remove_old();
    return complain(status, error.text());
  }
};

// Where sudo was told to run it, sudo's own words and status: it would have looked for it.
int say_as_sudo(const std::string& command) {
  constexpr int kSudoFailed = 1;
  std::fprintf(stderr, "sudo: %s: command not found\n", safe_text(command).c_str());
  return kSudoFailed;
}

void warn_at_start(const RunSettings& settings, const supervisor::RunOptions& options,
                   const CiPlan& at_the_end) {
  // A line of a file is forgotten; who gives the option knows.
  if (!options.policy->safe_mode && !settings.safe_mode && !settings.given)
    complain(0, "the policy has safe_mode: off: tiers 1 to 3 go unasked, and are recorded");
  for (const std::string& report : at_the_end.inside(options.workspace))
    complain(0, "warning: the report " + report +
                    " lies in the workspace, where what runs may write it, too: name a folder "
                    "outside of it");
  if (options.on_ask == policy::OnAsk::kDeny && policy::asks_per_command(options.policy->mode))
    complain(0,
             "mode " + safe_text(options.policy->mode.name) +
                 " asks before every command, and nobody is asked in this run: a command that no "
                 "rule allows does not start, and neither does CMD itself");
}

}  // namespace

int run_command(const Words& words) {
  const auto parsed = parse_or_explain(run_options(), words, kGuardFailed);
  if (!parsed) return parsed.error();
  auto settings = read_run_settings(*parsed, from_environment);
  if (!settings) {
    if (const auto named = CiPlan::make({.reports = parsed->values("report")}); named)
      named->remove_old();
    return complain(kGuardFailed, settings.error().text());
  }
  const auto inherited = find_inherited(settings->keep_fds);
  // Before all else that can fail, so that no report of an earlier run is left then.
  const auto at_the_end = CiPlan::make(wanted_at_the_end(*settings));
  if (!at_the_end) return complain(kGuardFailed, at_the_end.error().text());
  const NotStarted not_started{*at_the_end};
  if (!inherited) return not_started(kGuardFailed, inherited.error());
  auto raised = join_session_outside(parsed->get("raised-by"));
  if (!raised) return not_started(kGuardFailed, raised.error());
  if (raised->link.valid())
    if (auto taken = take_plan(raised->plan, *settings); !taken)
      return not_started(kGuardFailed, taken.error());
  auto confirmed = with_plans(settings->pre_confirm);
  if (!confirmed) return not_started(kGuardFailed, confirmed.error());
  settings->plans = plan_files(settings->pre_confirm);
  settings->pre_confirm = std::move(*confirmed);
  auto image = find_command(settings->command.front(), search_path_of_environment());
  if (!image && raised->link.valid()) return say_as_sudo(settings->command.front());
  if (!image)
    return not_started(image.error().code == Code::kNotFound ? kCommandNotFound : kNotExecutable,
                       image.error());
  if (const auto ended = run_inside(*settings, *image, *inherited)) return *ended;
  Words at_start = {new_folder_notice(*settings)};
  auto options = prepare_run(*settings);
  if (!options) return not_started(kGuardFailed, options.error());
  if (auto apart = learns_apart(*settings, *options->policy); !apart)
    return not_started(kGuardFailed, apart.error());
  if (auto log = begin_log(*options); !log)
    return not_started(kGuardFailed, log.error().during("--log"));
  options->image = std::move(*image);
  at_start.push_back(settle(*inherited, *options));
  warn_at_start(*settings, *options, *at_the_end);
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
                   {settings->discards_on_fail, settings->reviews, settings->tries, settings->ci},
                   std::move(raised->link));
}

}  // namespace guard::console
