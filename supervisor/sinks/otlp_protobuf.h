// SPDX-License-Identifier: Apache-2.0
// OTLP in protobuf: the one message that guard sends, written by hand, as protobuf's own library
// would be a large part of the program for it (docs/decisions/0043). Pure.
#ifndef GUARD_SUPERVISOR_SINKS_OTLP_PROTOBUF_H_
#define GUARD_SUPERVISOR_SINKS_OTLP_PROTOBUF_H_

#include <optional>
#include <string>
#include <string_view>

#include "supervisor/sinks/otlp_logs.h"

namespace guard::supervisor {

[[nodiscard]] std::string otlp_protobuf(const OtlpLogs& logs);
// Reads an answer (ExportLogsServiceResponse), which may be any bytes; nothing: the receiver took
// all.
[[nodiscard]] std::optional<OtlpRefusal> refusal_in_protobuf(std::string_view answer);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_OTLP_PROTOBUF_H_
