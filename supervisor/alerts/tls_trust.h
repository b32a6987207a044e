// SPDX-License-Identifier: Apache-2.0
// The authorities that guard's own connections trust: those of the system (or of SSL_CERT_FILE and
// SSL_CERT_DIR), or those of one file; and the certificate that guard shows to a server that asks
// for one. TLS 1.2 at least; the server's certificate must be good. Whether it is good for the name
// is the connection's to check. Loads OpenSSL. Any thread.
#ifndef GUARD_SUPERVISOR_ALERTS_TLS_TRUST_H_
#define GUARD_SUPERVISOR_ALERTS_TLS_TRUST_H_

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "base/error.h"
#include "supervisor/alerts/tls_identity.h"

namespace guard::supervisor {

// CA_FILE: of PEM; empty: the authorities of the system.
[[nodiscard]] Result<std::shared_ptr<boost::asio::ssl::context>> trusting_context(
    const std::string& ca_file, const TlsIdentity& own = {});

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_TLS_TRUST_H_
