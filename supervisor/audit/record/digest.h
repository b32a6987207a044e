// SPDX-License-Identifier: Apache-2.0
// SHA-256, SHA-512 and HMACs as lower-case hex. Its source is the only one that links OpenSSL
// (base/tls loads it). Any thread; ends the process when the library cannot hash at all: a record
// without a hash must not exist.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_DIGEST_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_DIGEST_H_

#include <string>
#include <string_view>

namespace guard::supervisor {

[[nodiscard]] std::string sha256_hex(std::string_view bytes);
[[nodiscard]] std::string sha512_hex(std::string_view bytes);
// As OpenSSH hides the names of hosts that it knows; good for nothing else any more.
[[nodiscard]] std::string hmac_sha1_hex(std::string_view key, std::string_view bytes);
[[nodiscard]] std::string hmac_sha256_hex(std::string_view key, std::string_view bytes);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_DIGEST_H_
