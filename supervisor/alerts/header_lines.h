// SPDX-License-Identifier: Apache-2.0
// Headers that a person keeps in a file, for a token that a server wants. Pure, any thread.
#ifndef GUARD_SUPERVISOR_ALERTS_HEADER_LINES_H_
#define GUARD_SUPERVISOR_ALERTS_HEADER_LINES_H_

#include <string>

#include "base/error.h"
#include "supervisor/alerts/webhook_signature.h"

namespace guard::supervisor {

// "NAME: VALUE" lines of a file; blank ones and those that begin with # count for nothing.
[[nodiscard]] Result<Headers> headers_in(const std::string& text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_HEADER_LINES_H_
