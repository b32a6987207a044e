// SPDX-License-Identifier: Apache-2.0
// OTLP in JSON (opentelemetry-proto, "JSON Protobuf Encoding"). Pure.
#ifndef GUARD_SUPERVISOR_SINKS_OTLP_JSON_H_
#define GUARD_SUPERVISOR_SINKS_OTLP_JSON_H_

#include <optional>
#include <string>

#include "supervisor/sinks/otlp_logs.h"

namespace guard::supervisor {

[[nodiscard]] std::string otlp_json(const OtlpLogs& logs);
// Reads an answer; nothing: the receiver took all.
[[nodiscard]] std::optional<OtlpRefusal> refusal_in_json(const std::string& answer);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_OTLP_JSON_H_
