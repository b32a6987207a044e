// SPDX-License-Identifier: Apache-2.0
// A signature that lies beside the text it is for, as `ssh-keygen -Y sign -n guard-policy` or
// `minisign -S` writes it. The text is never looked at before the signature holds. Any thread;
// loads OpenSSL.
#ifndef GUARD_SUPERVISOR_SOURCE_DETACHED_SIGNATURE_H_
#define GUARD_SUPERVISOR_SOURCE_DETACHED_SIGNATURE_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "supervisor/source/public_key.h"

namespace guard::supervisor {

// An ssh signature that was made for another purpose is none.
inline constexpr std::string_view kSignedFor = "guard-policy";

// The key of KEYS that signed TEXT. kRefused: none of them did, or the signature is wrong;
// kInvalid: it is none.
[[nodiscard]] Result<PublicKey> signer_of(std::string_view text, std::string_view signature,
                                          const std::vector<PublicKey>& keys);

// The bytes that an ssh signature of TEXT signs.
[[nodiscard]] std::string ssh_signed_bytes(std::string_view text);
// The file that ssh writes. BLOB: of the public key.
[[nodiscard]] std::string ssh_signature_text(std::string_view blob, std::string_view signature);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_DETACHED_SIGNATURE_H_
