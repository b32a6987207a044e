// SPDX-License-Identifier: Apache-2.0
// Records as one request of OTLP/HTTP logs (opentelemetry-proto, ExportLogsServiceRequest), before
// it is written as JSON or protobuf: the body of each is its text as other sinks have it, what is
// searched by stands as attributes, and a session that belongs to a trace has its ids. All text is
// valid UTF-8. Pure.
#ifndef GUARD_SUPERVISOR_SINKS_OTLP_LOGS_H_
#define GUARD_SUPERVISOR_SINKS_OTLP_LOGS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "supervisor/sinks/sink_channel.h"
#include "supervisor/sinks/trace_parent.h"

namespace guard::supervisor {

using TraceOf = std::function<std::optional<TraceParent>(const AuditRecord&)>;

struct OtlpAttribute {
  const char* key;
  std::variant<std::string, std::int64_t> value;
};

struct OtlpLog {
  std::uint64_t nanoseconds = 0;  // since 1970; 0: not known
  int severity = 0;
  const char* severity_text = "";
  std::string event;
  std::string body;
  std::vector<OtlpAttribute> attributes;
  std::optional<TraceParent> trace;
};

struct OtlpLogs {
  std::vector<OtlpAttribute> resource;
  std::string scope;
  std::string version;  // of the scope
  std::vector<OtlpLog> logs;
};

[[nodiscard]] OtlpLogs otlp_logs(const std::vector<SinkRecord>& records, const std::string& host,
                                 const TraceOf& trace_of);

// How many the receiver refused for good ("partialSuccess"), and why.
struct OtlpRefusal {
  std::string count;
  std::string why;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_OTLP_LOGS_H_
