// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/hang_up.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "base/process/descendants.h"
#include "base/process/pid_handle.h"
#include "policy/shell/nested_text.h"

namespace guard::supervisor {
namespace {

// The processes whose own acts are asked about.
std::set<pid_t> askers(const Broker& broker) {
  std::set<pid_t> found;
  for (const Question& question : broker.pending())
    if (question.own_act && !question.own_act->ancestors.empty())
      found.insert(question.own_act->ancestors.front());
  return found;
}

}  // namespace

bool runs_a_shell(pid_t pid) {
  std::error_code error;
  const auto exe = std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", error);
  return !error && policy::is_shell(exe.filename().native());
}

bool HangUp::was_told(pid_t pid, pid_t group) const {
  return pid == reaper_.command() || (group > 0 && ::getpgid(pid) == group);
}

// A handle first: the number that it was opened for may be another's by then.
void HangUp::tell_again(pid_t group, int left) {
  if (left == 0) return;
  timer_.expires_after(kTellAgain);
  timer_.async_wait([this, group, left](const auto& error) {
    if (error) return;
    const std::set<pid_t> asking = askers(broker_);
    for (const pid_t pid : descendants_of(reaper_.pid())) {
      if (!asking.contains(pid)) continue;
      const auto process = PidHandle::open(pid);
      if (process && was_told(pid, group) && runs_a_shell(pid)) (void)process->send_signal(SIGHUP);
    }
    tell_again(group, left - 1);
  });
}

}  // namespace guard::supervisor
