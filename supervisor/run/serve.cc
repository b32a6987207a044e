// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/serve.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files/own_descriptor.h"
#include "base/files/served_file.h"
#include "base/files/unique_fd.h"
#include "base/log/log.h"
#include "base/weaken.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/launch/backend.h"
#include "policy/paths/path_class.h"
#include "supervisor/api/socket_file.h"
#include "supervisor/facts/secret_files.h"
#include "supervisor/processes/record_sender.h"
#include "supervisor/processes/serving_process.h"
#include "supervisor/processes/ward.h"
#include "supervisor/run/landlock_roots.h"
#include "supervisor/run/session.h"
#include "supervisor/run/session_plan.h"
#include "supervisor/run/session_start.h"
#include "supervisor/run/session_view.h"
#include "supervisor/run/stores.h"

namespace guard::supervisor {
namespace {

// A lower level than this user would have by default is told; a quiet run leaves out what was
// chosen.
void tell_level(const FrontLink& front, const ProtectionLevel& level,
                const interceptor::Backend& backend) {
  if (!level.expected)
    (void)front.send(FrontMessageKind::kNotice, level.chosen ? 0 : kToldWhenQuiet,
                     std::string("guard: level ") + level.name() + ": " + level.missing);
  if (!backend.notice.empty())
    (void)front.send(FrontMessageKind::kNotice, backend.preloaded ? kToldWhenQuiet : 0,
                     "guard: " + backend.notice);
}

// Why guard does not start is in the log as well, where there is one by then.
int give_up(const FrontLink& front, const std::string& why) {
  log_line(LogLevel::kError, "session.failed", {{"error", why}});
  close_log();
  return front.give_up(why);
}

void log_start(const RunOptions& options, const ProtectionLevel& level,
               const interceptor::Backend& backend, const interceptor::KernelFeatures& features) {
  log_line(LogLevel::kInfo, "session.start",
           {{"version", guard_version()},
            {"session", options.session_id},
            {"user", std::to_string(::geteuid())},
            {"level", level.name()},
            {"missing", level.missing},
            {"backend", backend.name()},
            {"kernel", features.release},
            {"mode", options.policy->mode.name},
            {"policy", options.policy->hash},
            {"socket", options.socket_path}});
}

// All other files that this process inherited are the launching shell's.
void keep_only(const interceptor::Reaper& reaper, const AlertSetup& alerts,
               const ReadGatePlan& gate, const BackendSetup& set_up, const FrontLink& front,
               const PidHandle& ward, const UniqueFd& own_lines) {
  std::vector<int> kept = reaper.descriptors();
  std::ranges::copy(alerts.descriptors(), std::back_inserter(kept));
  kept.push_back(gate.fanotify.get());
  kept.push_back(gate.lease_lock.get());
  for (const UniqueFd& lock : gate.place_locks) kept.push_back(lock.get());
  if (set_up.socket) kept.push_back(set_up.socket->fd());
  kept.push_back(front.fd());
  kept.push_back(ward.fd());
  kept.push_back(own_lines.get());
  leave_inherited_files(std::move(kept));
}

UniqueFd file_of_own_lines() {
  struct stat status {};
  const bool is_file = ::fstat(STDERR_FILENO, &status) == 0 && S_ISREG(status.st_mode);
  if (!is_file || may_hang(STDERR_FILENO)) return {};
  return UniqueFd(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3));
}

void prepare_this_process() {
  if (!weakened("dumpable")) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::prctl(PR_SET_NAME, "guard-serve", 0, 0, 0);
  // Small pieces come from each thread's own cache. With the lists behind that, every piece of a
  // KiB has them merged first (malloc_consolidate, glibc's malloc.c).
  (void)::mallopt(M_MXFAST, 0);
}

void take_what_a_server_needs() {
  keep_own_descriptors_at_hand();
  take_signals();
  raise_file_limit();
  make_room_for_files();
}

// From here on the log has a session, whatever becomes of it.
int run_to_its_end(SessionStart start, const interceptor::Backend& backend) {
  const FrontLink& front = start.front;
  const ProtectionLevel level = start.level;
  auto session = std::make_unique<Session>(std::move(start));
  if (auto opened = session->open_socket(); !opened) return give_up(front, opened.error().text());
  tell_level(front, level, backend);  // a run that cannot start is told why, and nothing else
  if (auto launched = session->launch(); !launched) return give_up(front, launched.error().text());
  log_line(LogLevel::kInfo, "selftest.passed", {{"backend", backend.name()}});
  const int status = session->run();
  const auto sender = session->take_sender();
  session.reset();  // its name and its socket are free before the sinks have got the rest
  if (sender) wait_for_sender(*sender);
  log_line(LogLevel::kInfo, "session.end", {{"status", std::to_string(status)}});
  close_log();
  return status;
}

}  // namespace

int serve(RunOptions options, FrontLink front, TerminalPlan terminal, int front_process_group) {
  auto ward = live_below_a_ward();
  if (!ward) return front.give_up(ward.error().text());
  prepare_this_process();
  const auto features = interceptor::probe_kernel();
  if (!features) return front.give_up(features.error().text());
  const interceptor::Backend backend = interceptor::choose_backend(options.backend, *features);
  if (!backend.obstacle.empty()) return front.give_up(backend.obstacle);
  const RunBy who = ::geteuid() == 0 ? RunBy::kRoot : RunBy::kUser;
  const ProtectionLevel level =
      level_of(*features, options.policy->landlock, who, backend.preloaded);
  if (const std::string why = why_too_low(level, options.policy->landlock, options.require);
      !why.empty())
    return front.give_up(why);
  interceptor::LaunchPlan plan = launch_plan_of(options, terminal, front_process_group);
  ReadGatePlan gate = plan_read_gate(
      *options.policy, options.state_dir, !backend.has_gates(),
      [&options] {
        return closed_place_of_secrets(policy::PathClassifier(path_roots_of(options)));
      },
      options.workspace);
  plan.held_gate = gate.fanotify.get();
  auto set_up = set_up_backend(backend, *features, gate, options, plan);
  if (!set_up) return front.give_up(set_up.error().text());
  auto ruleset = ruleset_of(options, *features, level);
  if (!ruleset) return front.give_up(ruleset.error().text());
  plan.landlock_ruleset = ruleset->get();
  auto reaper = interceptor::Reaper::fork_off(plan);
  if (!reaper) return front.give_up(reaper.error().text());
  terminal.pty_slave.reset();
  ruleset->reset();
  AlertSetup alerts = set_up_alerts(options);
  UniqueFd own_lines = file_of_own_lines();
  keep_only(*reaper, alerts, gate, *set_up, front, *ward, own_lines);
  take_what_a_server_needs();
  if (auto opened = open_log(options.log, "guard-serve"); !opened)
    return front.give_up("log: " + opened.error().text());
  log_start(options, level, backend, *features);
  // Two sessions kept under one name would be told apart nowhere.
  if (auto free = SocketFile::is_free(options.socket_path); !free)
    return give_up(front, free.error().text());
  auto stores = open_stores(options);
  if (!stores) return give_up(front, stores.error().text());
  return run_to_its_end({.options = std::move(options),
                         .front = front,
                         .reaper = std::move(*reaper),
                         .recorder = std::move(stores->recorder),
                         .undo = std::move(stores->undo),
                         .redaction_key = std::move(stores->key),
                         .level = level,
                         .ward = *ward,
                         .gate = std::move(gate),
                         .alerts = std::move(alerts),
                         .backend = std::move(*set_up),
                         .own_lines = std::move(own_lines)},
                        backend);
}

}  // namespace guard::supervisor
