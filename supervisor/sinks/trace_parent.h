// SPDX-License-Identifier: Apache-2.0
// The trace that a session belongs to: TRACEPARENT of its environment (W3C Trace Context), kept in
// STATE/sinks/traces for whoever sends its records, which may be another session. A name that is
// used again has the trace of its newest run; records of before have none. Any thread.
#ifndef GUARD_SUPERVISOR_SINKS_TRACE_PARENT_H_
#define GUARD_SUPERVISOR_SINKS_TRACE_PARENT_H_

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace guard::supervisor {

struct TraceParent {
  std::string trace_id;  // 32 hex digits
  std::string span_id;   // 16
  int flags = 0;
  bool operator==(const TraceParent&) const = default;
};

// "00-TRACE-SPAN-FLAGS"; nothing: it is none.
[[nodiscard]] std::optional<TraceParent> parse_trace_parent(std::string_view text);

// From now on SESSION is of that trace; TEXT that is none: of no trace.
[[nodiscard]] Result<void> keep_trace(const std::string& state_dir, const std::string& session,
                                      std::string_view text);
// The trace of a record of that time ("2025-03-01T09:05:07.000250Z").
[[nodiscard]] std::optional<TraceParent> trace_of(const std::string& state_dir,
                                                  const std::string& session,
                                                  std::string_view timestamp);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_TRACE_PARENT_H_
