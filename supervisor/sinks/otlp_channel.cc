// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_channel.h"

#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "base/gzip.h"
#include "base/text/text.h"
#include "supervisor/sinks/otlp_json.h"
#include "supervisor/sinks/otlp_logs.h"
#include "supervisor/sinks/otlp_protobuf.h"

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

std::string refusal_text(int status) {
  const bool is_redirect = status >= 300 && status < 400;
  return "answered " + std::to_string(status) +
         (is_redirect ? ", and guard follows no redirect: write the address that it leads to" : "");
}

}  // namespace

OtlpChannel::OtlpChannel(OtlpTarget target) : target_(std::move(target)), own_host_(host_name()) {}

Result<OtlpChannel::Body> OtlpChannel::body_of(const std::vector<SinkRecord>& records) const {
  const OtlpLogs logs = otlp_logs(records, own_host_, traces_in(target_.state_dir));
  const bool is_json = target_.encoding == policy::OtlpEncoding::kJson;
  Body body{is_json ? otlp_json(logs) : otlp_protobuf(logs), target_.headers};
  body.headers.emplace_back("Content-Type",
                            is_json ? "application/json" : "application/x-protobuf");
  if (target_.compression == policy::OtlpCompression::kNone) return body;
  auto packed = gzip(body.bytes);
  if (!packed) return forward(packed.error());
  body.bytes = std::move(*packed);
  body.headers.emplace_back("Content-Encoding", "gzip");
  return body;
}

Result<void> OtlpChannel::deliver(const std::vector<SinkRecord>& records) {
  auto body = body_of(records);
  if (!body) return forward(body.error());
  boost::asio::io_context io(1);
  std::optional<PostEnd> end;
  Post what{target_.to, std::move(body->headers), std::move(body->bytes),
            kLimit,     target_.ca_file,          target_.own,
            kKeptAnswer};
  post(io, std::move(what), [&end](PostEnd how) { end = std::move(how); });
  io.run_for(kLimit + std::chrono::seconds(1));
  if (!end) return fail(Code::kSystem, "no answer within " + std::to_string(kLimit.count()) + " s");
  if (end->status == 0) return fail(Code::kSystem, end->failure);
  if (end->status != 200) return fail(Code::kRefused, refusal_text(end->status));
  const auto refusal = target_.encoding == policy::OtlpEncoding::kJson
                           ? refusal_in_json(end->answer)
                           : refusal_in_protobuf(end->answer);
  if (refusal)
    refused("the collector refused " + refusal->count + " of " + std::to_string(records.size()) +
            " records: " + shortened(safe_text(refusal->why), 200));
  return {};
}

}  // namespace guard::supervisor
