// SPDX-License-Identifier: Apache-2.0
// guard alerts test: one alert by every way that the policy here names, and how each of them went.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/process/environment.h"
#include "base/text/text.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/help/subcommands.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "console/policy/policy_files.h"
#include "supervisor/alerts/alert_ways.h"
#include "supervisor/facts/path_roots.h"

namespace guard::console {
namespace {

using supervisor::AlertPlan;
using supervisor::AlertReport;

constexpr int kNotSent = 1;
constexpr const char* kNoTerminal = "no terminal here";
// Longer than all tries of a webhook, and the time of a program.
constexpr std::chrono::seconds kPatience{60};

Result<policy::Policy> load_here(const std::string& policy_option, const std::string& folder) {
  const auto locations = find_locations("");
  if (!locations) return forward(locations.error());
  const char* named = std::getenv("GUARD_POLICY");
  PolicyRequest request;
  request.policy_option =
      policy_option.empty() && named != nullptr ? std::string(named) : policy_option;
  request.config_folder = locations->config;
  request.start_folder = folder;
  return load_policy_files(request);
}

// As `guard run` would have it from here.
Result<AlertPlan> plan_here(const policy::Policy& policy, const std::string& folder) {
  auto workspace = find_workspace(policy.workspace, folder, home_folder());
  if (!workspace) return forward(workspace.error());
  const policy::PathRoots roots =
      supervisor::find_path_roots(policy, std::move(workspace->folders), {});
  const policy::PathClassifier classifier(roots);
  std::error_code error;
  const std::string image = std::filesystem::read_symlink("/proc/self/exe", error).string();
  return supervisor::plan_alerts(policy.alerts, {own_environment(), roots.home, "test", "", image,
                                                 supervisor::written_by_tree(classifier)});
}

supervisor::Alert test_alert() {
  supervisor::Alert alert;
  alert.id = "test";
  alert.session = "test";
  alert.is_test = true;
  alert.question = {
      {"id", "test"}, {"what", "a test of alerts"}, {"tier", 2}, {"state", "pending"}};
  return alert;
}

std::vector<AlertReport> send_test(AlertPlan plan) {
  std::vector<AlertReport> reports;
  for (const auto& problem : plan.problems) reports.push_back({problem.way, problem.cause, ""});
  const std::size_t wanted = reports.size() + plan.ways().size();
  // Never destroyed: a look-up of a name may still hang in a thread of it.
  static auto* const io = new boost::asio::io_context(1);
  supervisor::AlertWays ways(*io, std::move(plan), [&](const AlertReport& report) {
    reports.push_back(report);
    if (reports.size() >= wanted) io->stop();
  });
  ways.send(test_alert());
  if (reports.size() < wanted) io->run_for(kPatience);
  ways.end();
  return reports;
}

// The terminal itself cannot tell whether anybody heard it.
void add_terminal(std::vector<AlertReport>& reports, const policy::Alerts& alerts) {
  if (!alerts.bell) return;
  const bool shown = ::isatty(STDOUT_FILENO) != 0;
  if (shown) std::fputs("\a", stdout);
  reports.insert(reports.begin(), {"bell", "", shown ? "rang" : kNoTerminal});
}

std::string outcome_text(const AlertReport& report) {
  if (!report.failure.empty()) return "failed: " + report.failure;
  const bool has_status = report.way == "webhook";
  return has_status ? "answered " + report.result : report.result.empty() ? "sent" : report.result;
}

// A bell without a terminal is no failure either.
bool was_sent(const AlertReport& report) {
  return report.failure.empty() && report.result != kNoTerminal;
}

void print_json(const std::vector<AlertReport>& reports) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const AlertReport& report : reports)
    all.push_back(
        {{"way", report.way}, {"sent", was_sent(report)}, {"text", outcome_text(report)}});
  std::printf("%s\n", printed_json(all, 2).c_str());
}

int test(const Words& words) {
  static constexpr std::array<OptionRow, 2> kAlertsRows = {{
      {"policy", 0, "FILE", "this policy instead of the usual files"},
      {"json", 0, nullptr, "print a JSON array, one object a way"},
  }};
  static const OptionTable kAlertsTable = {
      .command = "alerts test",
      .summary = "send a test by every way of alerting that is set",
      .operands = "",
      .rows = kAlertsRows,
      .max_operands = 0,
      .example =
          "guard alerts test\n"
          "         guard alerts test --policy ./guard.yaml",
      .statuses = "exit status: 0 all were sent, 1 one failed, 2 usage"};
  const auto options = parse_or_explain(kAlertsTable, words);
  if (!options) return options.error();
  std::error_code error;
  const std::string folder = std::filesystem::current_path(error).string();
  if (error) return complain(kNotSent, "current folder: " + error.message());
  const auto policy = load_here(options->get("policy"), folder);
  if (!policy) return complain(kNotSent, policy.error().text());
  auto plan = plan_here(*policy, folder);
  if (!plan) return complain(kNotSent, plan.error().text());
  std::vector<AlertReport> reports = send_test(std::move(*plan));
  add_terminal(reports, policy->alerts);
  if (options->has("json")) {
    print_json(reports);
  } else {
    for (const AlertReport& report : reports)
      std::printf("%-8s  %s\n", report.way.c_str(), safe_text(outcome_text(report)).c_str());
    if (reports.empty()) std::printf("no way of alerting is set (docs/alerts.md)\n");
  }
  if (std::fflush(stdout) != 0) return complain(kNotSent, "standard output could not be written");
  const bool failed = std::ranges::any_of(
      reports, [](const AlertReport& report) { return !report.failure.empty(); });
  return failed ? kNotSent : 0;
}

constexpr Subcommand kSubcommands[] = {
    {"test", "send a test by every way that is set", test},
};
constexpr SubcommandTable kAlertsTable = {
    "guard alerts", "how people are told that a question waits", kSubcommands, "guard alerts test"};

}  // namespace

int alerts_command(const Words& words) {
  return dispatch(kAlertsTable, words);
}

}  // namespace guard::console
