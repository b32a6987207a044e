// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/command_channel.h"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <optional>

#include "supervisor/alerts/hook_process.h"

namespace guard::supervisor {
namespace {

constexpr std::chrono::seconds kLimit{30};

}  // namespace

Result<void> CommandChannel::deliver(const std::vector<SinkRecord>& records) {
  std::string lines;
  for (const SinkRecord& record : records) lines += record.body + "\n";
  boost::asio::io_context io(1);
  std::optional<std::string> failure;
  const auto process = HookProcess::start(
      io, {command_.program, command_.argv, environment_, std::move(lines), kLimit},
      [&failure](const std::string& why) { failure = why; });
  if (!process) return forward(process.error());
  io.run_for(kLimit + std::chrono::seconds(1));
  if (failure && failure->empty()) return {};
  if (!failure) (*process)->end();
  return fail(Code::kSystem, failure.value_or("did not end"));
}

}  // namespace guard::supervisor
