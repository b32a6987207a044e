// SPDX-License-Identifier: Apache-2.0
#include "console/commands/audit/old_sessions.h"

#include <cstdlib>

#include "base/text/text.h"
#include "supervisor/audit/record/audit_time.h"

namespace guard::console {

Result<std::string> before_of(const ParsedOptions& options) {
  const auto now = std::chrono::system_clock::now();
  const auto before =
      supervisor::audit_time(options.get("older-than", "90d"), now, supervisor::TimeZone::kLocal);
  if (!before) return forward(before.error().during("--older-than"));
  return before;
}

std::string own_name() {
  const char* const user = std::getenv("USER");
  return user != nullptr ? user : "";
}

Result<void> print_leaving(const std::vector<supervisor::OldSession>& sessions,
                           const std::string& verb, const std::string& after) {
  std::uint64_t links = 0;
  for (const supervisor::OldSession& session : sessions) {
    links += session.links;
    const auto printed =
        print(safe_text(session.id) + "  " + safe_text(session.first) + " to " +
              safe_text(session.last) + "  " + count_text(session.links, "link", "links") + "\n");
    if (!printed) return printed;
  }
  return print(verb + " " + count_text(links, "link", "links") + " of " +
               count_text(sessions.size(), "session", "sessions") + after + "\n");
}

}  // namespace guard::console
