// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_channel.h"

#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "supervisor/sinks/otlp_logs.h"

namespace guard::supervisor {
namespace {

constexpr std::chrono::seconds kLimit{10};
constexpr std::size_t kKeptAnswer = 16 * 1024;

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// Each session's file is read once a piece.
TraceOf traces_in(const std::string& state_dir) {
  return [state_dir, known = std::map<std::string, std::optional<TraceParent>>()](
             const AuditRecord& record) mutable {
    const auto [found, fresh] = known.try_emplace(record.session_id);
    if (fresh) found->second = trace_of(state_dir, record.session_id, record.timestamp);
    return found->second;
  };
}

}  // namespace

OtlpChannel::OtlpChannel(OtlpTarget target) : target_(std::move(target)), own_host_(host_name()) {}

Result<void> OtlpChannel::deliver(const std::vector<SinkRecord>& records) {
  boost::asio::io_context io(1);
  std::optional<PostEnd> end;
  Post what{
      target_.to, target_.headers, otlp_logs(records, own_host_, traces_in(target_.state_dir)),
      kLimit,     target_.ca_file, kKeptAnswer};
  post(io, std::move(what), [&end](PostEnd how) { end = std::move(how); });
  io.run_for(kLimit + std::chrono::seconds(1));
  if (!end) return fail(Code::kSystem, "no answer");
  if (end->status == 0) return fail(Code::kSystem, end->failure);
  if (end->status != 200) return fail(Code::kRefused, "answered " + std::to_string(end->status));
  if (const auto refusal = refusal_in(end->answer))
    refused("the collector refused " + refusal->count + " of " + std::to_string(records.size()) +
            " records: " + shortened(safe_text(refusal->why), 200));
  return {};
}

}  // namespace guard::supervisor
