// SPDX-License-Identifier: Apache-2.0
// From `audit.sinks` of a policy and the machine to what is sent where. Nothing is sent to a file
// that the tree may write unasked, as it could lead guard elsewhere from there, and no program of
// its runs. Such a sink is a problem, and so is one whose files cannot be read. Reads files; any
// thread.
#ifndef GUARD_SUPERVISOR_SINKS_SINK_PLAN_H_
#define GUARD_SUPERVISOR_SINKS_SINK_PLAN_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/model/sinks.h"
#include "supervisor/alerts/alert_plan.h"
#include "supervisor/alerts/tls_identity.h"
#include "supervisor/alerts/webhook_signature.h"

namespace guard::supervisor {

struct SinkPlan {
  policy::Sink sink;                     // its paths are whole
  std::string problem;                   // empty: records can be sent
  std::optional<CommandPlan> command;    // of type command
  std::vector<std::string> environment;  // so too
  Headers headers;                       // of type otlp
  TlsIdentity own;                       // of TLS
};

[[nodiscard]] std::vector<SinkPlan> plan_sinks(const std::vector<policy::Sink>& sinks,
                                               const AlertWorld& world);

// Files that no process of the tree may read: with them it could speak for guard.
[[nodiscard]] std::vector<std::string> sink_secrets_of(const std::vector<policy::Sink>& sinks,
                                                       const std::string& home);

// Where it leads, for people, and nothing that may be secret: "/var/log/guard.jsonl".
[[nodiscard]] std::string destination_of(const policy::Sink& sink);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SINK_PLAN_H_
