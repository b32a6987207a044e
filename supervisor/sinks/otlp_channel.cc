// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_channel.h"

#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <string_view>
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

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool is_header_name(std::string_view name) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  for (const char c : name)
    if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') &&
        kOthers.find(c) == std::string_view::npos)
      return false;
  return !name.empty();
}

}  // namespace

Result<Headers> headers_in(const std::string& text) {
  Headers headers;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(std::string_view(text).substr(at, end - at));
    at = end + 1;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(':');
    const std::string_view name = trimmed(line.substr(0, colon));
    // The line may be a secret: it is not told.
    if (colon == std::string_view::npos || !is_header_name(name))
      return fail(Code::kInvalid, "the file of the headers: a line is not NAME: VALUE");
    headers.emplace_back(name, trimmed(line.substr(colon + 1)));
  }
  return headers;
}

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
