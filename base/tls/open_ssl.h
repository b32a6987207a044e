// SPDX-License-Identifier: Apache-2.0
// OpenSSL's library (libssl, and libcrypto with it) for TLS, loaded when TLS is first needed:
// linked in, it would be a fifth of the program, and a repaired library would wait for guard's next
// build (docs/decisions/0007). open_ssl_calls.S holds the functions that guard and Boost.Asio call.
// No such call may be made before load_open_ssl() has succeeded: it would end the process.
#ifndef GUARD_BASE_TLS_OPEN_SSL_H_
#define GUARD_BASE_TLS_OPEN_SSL_H_

#include "base/error.h"

namespace guard {

// Any thread; loads once, and never unloads. kUnsupported: the library is missing or of another
// version.
[[nodiscard]] Result<void> load_open_ssl();

}  // namespace guard

#endif  // GUARD_BASE_TLS_OPEN_SSL_H_
