// SPDX-License-Identifier: Apache-2.0
// Records as one request of OTLP/HTTP logs in JSON (opentelemetry-proto, ExportLogsServiceRequest):
// the body of each is its text as other sinks have it, what is searched by stands as attributes,
// and a session that belongs to a trace has its ids. Pure.
#ifndef GUARD_SUPERVISOR_SINKS_OTLP_LOGS_H_
#define GUARD_SUPERVISOR_SINKS_OTLP_LOGS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "supervisor/sinks/sink_channel.h"
#include "supervisor/sinks/trace_parent.h"

namespace guard::supervisor {

using TraceOf = std::function<std::optional<TraceParent>(const AuditRecord&)>;

[[nodiscard]] std::string otlp_logs(const std::vector<SinkRecord>& records, const std::string& host,
                                    const TraceOf& trace_of);

// How many the receiver refused for good ("partialSuccess"), and why; nothing: it took all.
struct OtlpRefusal {
  std::string count;
  std::string why;
};
[[nodiscard]] std::optional<OtlpRefusal> refusal_in(const std::string& answer);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_OTLP_LOGS_H_
