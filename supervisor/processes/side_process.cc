// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/side_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>

#include "supervisor/processes/serving_process.h"

namespace guard::supervisor {
namespace {

constexpr int kGuardFailed = 125;

std::string text_in(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

[[noreturn]] void live(const char* name, AlertLink link, const SideProcess::Life& life) {
  ::prctl(PR_SET_NAME, name, 0, 0, 0);
  // Processes that a program of ours leaves behind end with us.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  take_signals();
  leave_inherited_files({link.fd()});
  if (::chdir("/") == 0) life(std::move(link));
  ::_exit(kGuardFailed);
}

}  // namespace

Result<SideProcess> SideProcess::fork_off(const char* name, const Life& life) {
  auto ends = AlertLink::pair();
  if (!ends) return forward(ends.error());
  const pid_t pid = ::fork();
  if (pid < 0) return fail_errno("fork");
  if (pid == 0) {
    { const AlertLink servings = std::move(ends->first); }
    live(name, std::move(ends->second), life);
  }
  auto process = PidHandle::open(pid);
  if (!process) return forward(process.error());
  return SideProcess(std::move(ends->first), std::move(*process));
}

SideProcess::~SideProcess() {
  constexpr int kMoment = 500;
  if (!process_.valid()) return;
  finish();
  const auto ended = process_.wait_for_end(kMoment);
  if (!ended || !*ended) (void)process_.send_signal(SIGKILL);
  (void)process_.reap();
}

Result<std::vector<AlertReport>> SideProcess::reports() const {
  std::vector<AlertReport> reports;
  while (true) {
    const auto message = link_.receive();
    if (!message && message.error().code == Code::kBusy) return reports;
    if (!message && reports.empty()) return forward(message.error());
    if (!message) return reports;
    reports.push_back(
        {text_in(*message, "way"), text_in(*message, "failure"), text_in(*message, "result")});
  }
}

bool send_report(const AlertLink& link, const AlertReport& report) {
  return link.send({{"way", report.way}, {"failure", report.failure}, {"result", report.result}});
}

}  // namespace guard::supervisor
