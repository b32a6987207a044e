// SPDX-License-Identifier: Apache-2.0
// Tells which records a request of the page means: its fields are the options of guard audit list.
// A read for a browser ends when that has left.
#ifndef GUARD_CONSOLE_WEB_WEB_AUDIT_H_
#define GUARD_CONSOLE_WEB_WEB_AUDIT_H_

#include <cstdint>
#include <map>
#include <string>

#include "console/audit/audit_options.h"
#include "console/web/web_routes.h"

namespace guard::console {

// kNotFound: nothing is on record yet, or no such session.
[[nodiscard]] Result<AuditRequest> audit_request_of(const WebCall& call,
                                                    const std::map<std::string, std::string>& query,
                                                    std::uint64_t default_limit);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_AUDIT_H_
