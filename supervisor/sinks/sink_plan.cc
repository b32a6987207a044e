// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/sink_plan.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text/text.h"
#include "policy/network/web_address.h"
#include "supervisor/alerts/header_lines.h"
#include "supervisor/sinks/journald_channel.h"
#include "supervisor/sinks/syslog_channel.h"

namespace guard::supervisor {
namespace {

std::string without_tilde(const std::string& path, const std::string& home) {
  return path.starts_with("~/") ? home + path.substr(1) : path;
}

// The folder as it lies: links on the way are followed now, and no more later.
Result<std::string> whole_path(const std::string& path, const AlertWorld& world) {
  const std::filesystem::path wanted = without_tilde(path, world.home);
  std::error_code error;
  const auto folder = std::filesystem::canonical(wanted.parent_path(), error);
  if (error) return fail_with(error.value(), safe_text(wanted.parent_path().string()));
  std::string whole = (folder / wanted.filename()).string();
  if (!world.tree_may_write(whole)) return whole;
  return fail(Code::kRefused, safe_text(whole) +
                                  " lies where the supervised program may write; keep it "
                                  "elsewhere");
}

Result<void> plan_file(SinkPlan& plan, const AlertWorld& world) {
  auto whole = whole_path(plan.sink.path, world);
  if (!whole) return forward(whole.error());
  plan.sink.path = std::move(*whole);
  return {};
}

Result<void> plan_journal(SinkPlan& plan, const AlertWorld& world) {
  if (plan.sink.path.empty()) plan.sink.path = kJournalSocket;
  return plan_file(plan, world);
}

Result<void> plan_command(SinkPlan& plan, const AlertWorld& world) {
  auto command = find_command(plan.sink.command, world);
  if (!command) return forward(command.error());
  plan.command = std::move(*command);
  plan.environment = hook_environment(world);
  return {};
}

Result<void> make_whole(std::string& path, const AlertWorld& world) {
  if (path.empty()) return {};
  auto whole = whole_path(path, world);
  if (!whole) return forward(whole.error());
  path = std::move(*whole);
  return {};
}

bool is_encrypted(const std::string& key) {
  return key.find("ENCRYPTED") != std::string::npos;
}

// The tree must have no say in whom TLS trusts, nor in who guard is there.
Result<void> plan_tls(SinkPlan& plan, const AlertWorld& world) {
  if (auto whole = make_whole(plan.sink.ca_file, world); !whole) return whole;
  if (plan.sink.cert_file.empty()) return {};
  if (auto whole = make_whole(plan.sink.cert_file, world); !whole) return whole;
  auto key = read_own_secret(file_as_it_lies(plan.sink.key_file, world.home), "key_file");
  if (!key) return forward(key.error());
  if (is_encrypted(*key))
    return fail(Code::kRefused,
                "key_file: the key has a passphrase, and nobody is there to type it");
  plan.own = {plan.sink.cert_file, std::move(*key)};
  return {};
}

Result<void> plan_otlp(SinkPlan& plan, const AlertWorld& world) {
  if (auto planned = plan_tls(plan, world); !planned) return planned;
  if (plan.sink.headers_file.empty()) return {};
  auto text = read_own_secret(file_as_it_lies(plan.sink.headers_file, world.home),
                              "the file of the headers");
  if (!text) return forward(text.error());
  auto headers = headers_in(*text);
  if (!headers) return forward(headers.error());
  plan.headers = std::move(*headers);
  return {};
}

// In the order of SinkType.
constexpr Result<void> (*kPlanners[])(SinkPlan&, const AlertWorld&) = {
    plan_file, plan_tls, plan_journal, plan_command, plan_otlp};

}  // namespace

std::vector<SinkPlan> plan_sinks(const std::vector<policy::Sink>& sinks, const AlertWorld& world) {
  std::vector<SinkPlan> plans;
  for (const policy::Sink& sink : sinks) {
    SinkPlan plan{
        .sink = sink, .problem = {}, .command = {}, .environment = {}, .headers = {}, .own = {}};
    const auto planned = kPlanners[static_cast<std::size_t>(sink.type)](plan, world);
    if (!planned) plan.problem = planned.error().text();
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<std::string> sink_secrets_of(const std::vector<policy::Sink>& sinks,
                                         const std::string& home) {
  std::vector<std::string> files;
  for (const policy::Sink& sink : sinks)
    for (const std::string& named : {sink.headers_file, sink.key_file}) {
      std::string file = named.empty() ? "" : file_as_it_lies(named, home);
      if (!file.empty()) files.push_back(std::move(file));
    }
  return files;
}

std::string destination_of(const policy::Sink& sink) {
  using policy::SinkType;
  if (sink.type == SinkType::kCommand) return command_text(sink.command);
  if (sink.type == SinkType::kOtlp) {
    const auto address = policy::parse_web_address(sink.url);
    return address ? policy::origin_of(*address) : "";
  }
  if (sink.type == SinkType::kJournald && sink.path.empty()) return kJournalSocket;
  if (sink.type != SinkType::kSyslog) return sink.path;
  constexpr const char* kNames[] = {"udp ", "tcp ", "tls "};
  return kNames[static_cast<std::size_t>(sink.transport)] + sink.host + ":" +
         std::to_string(syslog_port(sink));
}

}  // namespace guard::supervisor
