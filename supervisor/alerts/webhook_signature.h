// SPDX-License-Identifier: Apache-2.0
// The headers that sign a webhook, in the format of Standard Webhooks (standardwebhooks.com), which
// receivers have libraries for: HMAC-SHA-256 over "ID.SECONDS.BODY". The time is signed, so that an
// old message cannot be sent again; the id stays the same over retries, so that it counts once.
// Pure, any thread.
#ifndef GUARD_SUPERVISOR_ALERTS_WEBHOOK_SIGNATURE_H_
#define GUARD_SUPERVISOR_ALERTS_WEBHOOK_SIGNATURE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace guard::supervisor {

// The content of a secret's file or variable, without the line's end; "whsec_..." is base64.
// Refuses what is too short to keep anybody out.
[[nodiscard]] Result<std::string> webhook_key_of(std::string_view text);

// webhook-id, webhook-timestamp, webhook-signature.
using Headers = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] Headers signed_headers(const std::string& key, const std::string& id,
                                     std::int64_t seconds, const std::string& body);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_WEBHOOK_SIGNATURE_H_
