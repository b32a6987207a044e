// SPDX-License-Identifier: Apache-2.0
#include "console/run/nested_run.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/process/descendants.h"
#include "base/process/environment.h"
#include "base/process/process_stat.h"
#include "base/text/text.h"
#include "console/front/front.h"
#include "console/output/complaint.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "console/policy/policy_files.h"
#include "console/session/client.h"
#include "interceptor/kernel/kernel_features.h"
#include "policy/load/yaml_loader.h"
#include "policy/model/environment.h"
#include "supervisor/actors/session_address.h"
#include "supervisor/facts/path_roots.h"

extern char** environ;

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr int kGuardFailed = 125;
constexpr int kNotExecutable = 126;
constexpr int kRefusalsInCi = 3;
constexpr char kProgram[] = "guard run";

// The session that holds this process.
struct Outer {
  Client client;
  std::string id;
  std::string level;
};

// Somebody may listen under that name where there is no session. Only below a seccomp listener is
// it the session's: there a session of its own could not be had anyway.
std::optional<Outer> outer_session() {
  if (::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != SECCOMP_MODE_FILTER) return std::nullopt;
  Client client(own_session_address(), kProgram);
  const auto reply = client.get("/v1/session");
  if (!reply || !reply->ok()) return std::nullopt;
  const auto features = interceptor::probe_kernel();
  if (!features || !features->listener_taken) return std::nullopt;
  return Outer{std::move(client), safe_text(reply->body.value("id", "")),
               safe_text(reply->body.value("level", ""))};
}

const char* on_ask_name(policy::OnAsk on_ask) {
  switch (on_ask) {
    case policy::OnAsk::kWait:
      return "wait";
    case policy::OnAsk::kDeny:
      return "deny";
    case policy::OnAsk::kAllow:
      return "allow";
  }
  return "deny";
}

Json files_json(const std::vector<policy::PolicyFile>& files) {
  Json list = Json::array();
  for (const auto& file : files) {
    // The session outside has another folder.
    list.push_back({{"name", absolute_name(file.name)},
                    {"text", file.text},
                    {"may_only_tighten", file.trust == policy::FileTrust::kMayOnlyTighten},
                    {"of_project", file.was_trusted}});
  }
  return list;
}

// A run that would not start outside does not start here: the files, the options over them, the
// level. It holds what the session outside is told, and what of the environment the command does
// not get.
struct Joining {
  Json request;
  std::vector<policy::EnvironmentRule> environment;
  std::string profile;  // that the run would have outside; may be empty
  policy::PathRoots roots;
};

Result<Joining> joining_of(const RunSettings& settings, const Outer& outer) {
  std::error_code error;
  const std::string start_folder = std::filesystem::current_path(error).string();
  if (error) return fail_with(error.value(), "current folder");
  const auto locations = find_locations(settings.state_dir);
  if (!locations) return forward(locations.error());
  PolicyRequest sought{settings.policy, locations->config, start_folder};
  sought.profile = settings.profile;
  const auto files = read_policy_files(sought);
  if (!files) return forward(files.error());
  auto policy = policy::load_policy(*files);
  if (!policy) return forward(policy.error());
  if (auto chosen = choose_profile_for(sought, settings.command, false, *policy); !chosen)
    return forward(chosen.error());
  if (auto applied = apply_settings(settings, *policy); !applied) return forward(applied.error());
  const bool wants_roots =
      settings.require == "verified" || policy->landlock == policy::LandlockUse::kOn;
  if (settings.require == "mediated" && outer.level == "advisory") {
    return fail(Code::kRefused,
                "the session outside, " + outer.id +
                    ", is level advisory: start that one without --backend preload");
  }
  if (wants_roots && outer.level != "verified") {
    return fail(Code::kRefused, "the session outside, " + outer.id + ", is level " + outer.level +
                                    ": start that one with --landlock on");
  }
  const auto workspace =
      find_workspace(settings.workspace.empty() ? policy->workspace : settings.workspace,
                     start_folder, home_folder());
  if (!workspace) return forward(workspace.error());
  Json request = {{"files", files_json(*files)},         {"mode", policy->mode.name},
                  {"safe_mode", policy->safe_mode},      {"on_ask", on_ask_name(settings.on_ask)},
                  {"pre_confirm", settings.pre_confirm}, {"workspace", workspace->folders}};
  return Joining{
      std::move(request), policy->environment, policy->profile ? policy->profile->name : "",
      supervisor::find_path_roots(*policy, workspace->folders,
                                  {locations->state, locations->runtime, locations->config})};
}

void scrub_environment(const std::vector<policy::EnvironmentRule>& rules) {
  for (const std::string& name : policy::dropped_names(rules, own_environment()))
    ::unsetenv(name.c_str());
}

// One more filter, which allows everything: by their number the session knows what this run starts,
// even when all who could say so have gone.
Result<void> add_mark() {
  sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program{1, allow};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fail_errno("no_new_privs");
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
    return fail_errno("seccomp");
  return {};
}

[[noreturn]] void become(const RunSettings& settings, const std::string& image) {
  std::vector<char*> argv;
  for (const std::string& word : settings.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::fflush(nullptr);
  ::execve(image.c_str(), argv.data(), environ);
  if (errno == ENOEXEC) {
    argv.insert(argv.begin(), const_cast<char*>("/bin/sh"));
    argv[1] = const_cast<char*>(image.c_str());
    ::execve("/bin/sh", argv.data(), environ);
  }
  if (errno != EPERM) complain(0, safe_text(image) + ": " + std::strerror(errno));
  ::_exit(kNotExecutable);
}

pid_t child_to_signal = -1;

void pass_to_child(int signal) {
  if (child_to_signal > 0) ::kill(child_to_signal, signal);
}

// The terminal's signals reach the command by themselves: it is in this process's group.
void leave_signals_to(pid_t child) {
  child_to_signal = child;
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGQUIT, SIG_IGN);
  struct sigaction pass {};
  pass.sa_handler = pass_to_child;
  for (const int signal : {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) ::sigaction(signal, &pass, nullptr);
}

Ending wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return {kGuardFailed, 0, "the command was lost"};
  }
  if (WIFSIGNALED(status)) return {128, WTERMSIG(status), ""};
  return {WEXITSTATUS(status), 0, ""};
}

// Unknown counts as refused. So does a question that still waits, where questions count: its answer
// comes too late for this status.
bool refusals_that_fail(supervisor::FailOn fail_on, const Outer& outer) {
  if (fail_on == supervisor::FailOn::kNever) return false;
  const auto reply = outer.client.get("/v1/nested");
  if (!reply || !reply->ok()) return true;
  const auto refused = reply->body.value("refused", std::uint64_t{1});
  const auto asks = reply->body.value("asks", std::uint64_t{0});
  const auto open = reply->body.value("open", std::uint64_t{0});
  return fail_on == supervisor::FailOn::kDeny ? refused > asks : refused + open > 0;
}

std::size_t running_below_this() {
  std::size_t running = 0;
  for (const pid_t process : descendants_of(::getpid())) {
    const auto stat = read_process_stat(process);
    if (stat && !has_ended(*stat)) ++running;
  }
  return running;
}

// --fail-on and --kill-at-exit have something to do when the command has ended.
int run_and_wait(const RunSettings& settings, const std::string& image, const Outer& outer,
                 const std::vector<int>& passing) {
  if (settings.kill_at_exit) ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return complain(kGuardFailed, "cannot fork");
  if (child == 0) become(settings, image);
  close_descriptors(passing);
  leave_signals_to(child);
  Ending ending = wait_for(child);
  if (settings.kill_at_exit) {
    const std::size_t running = running_below_this();
    end_descendants();
    if (running > 0 && !settings.quiet)
      std::fprintf(stderr, "guard: ended %s that still ran in the background (--kill-at-exit)\n",
                   count_text(running, "process", "processes").c_str());
  }
  if (ending.status == 0 && ending.signal == 0) {
    if (refusals_that_fail(settings.fail_on, outer)) ending.status = kRefusalsInCi;
  }
  return pass_on(ending);
}

}  // namespace

std::optional<int> run_inside(const RunSettings& settings, const std::string& image,
                              const InheritedNumbers& inherited) {
  const auto outer = outer_session();
  if (!outer) return std::nullopt;
  if (!settings.reports.empty())
    return complain(kGuardFailed,
                    "--report: inside a session guard keeps no record of its own: give "
                    "it to the guard run outside");
  auto joining = joining_of(settings, *outer);
  if (!joining) return complain(kGuardFailed, joining.error().text());
  if (auto marked = add_mark(); !marked) return complain(kGuardFailed, marked.error().text());
  const auto reply = outer->client.post("/v1/nested", joining->request);
  if (!reply) return complain(kGuardFailed, reply.error().text());
  if (!reply->ok()) return complain(kGuardFailed, reply->error_message());
  if (!settings.quiet) {
    complain(0, "inside session " + outer->id + " (level " + outer->level +
                    "): its policy holds, this one can only add to it");
    if (settings.log.kind != LogTarget::Kind::kNone)
      complain(0, "--log writes nothing here: give it to the guard run outside");
    if (settings.reviews) complain(0, "--review shows nothing here: run guard review outside");
    if (settings.tries) complain(0, "--try holds nothing here: give it to the guard run outside");
    if (settings.discards_on_fail)
      complain(0, "--discard-on-fail does nothing here: give it to the guard run outside");
    if (!joining->profile.empty())
      complain(0, "the profile " + safe_text(joining->profile) +
                      " is not applied: give it to the guard run outside");
  }
  const auto settled = settle_inherited(inherited, std::move(joining->roots));
  if (!settled.notice.empty() && !settings.quiet) complain(0, settled.notice);
  scrub_environment(joining->environment);
  if (settings.fail_on != supervisor::FailOn::kNever || settings.kill_at_exit)
    return run_and_wait(settings, image, *outer, settled.inheritance.passing);
  become(settings, image);
}

std::string own_session_address() {
  return "@" + std::string(supervisor::kSessionAddress);
}

bool inside_a_session() {
  return outer_session().has_value();
}

}  // namespace guard::console
