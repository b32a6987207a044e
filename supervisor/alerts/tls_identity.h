// SPDX-License-Identifier: Apache-2.0
// The certificate that guard shows to a server, and its key. Values only.
#ifndef GUARD_SUPERVISOR_ALERTS_TLS_IDENTITY_H_
#define GUARD_SUPERVISOR_ALERTS_TLS_IDENTITY_H_

#include <string>

namespace guard::supervisor {

struct TlsIdentity {
  std::string cert_file = {};  // of PEM, with its chain; empty: no certificate is shown
  std::string key = {};        // the text of its key's file, of PEM
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_TLS_IDENTITY_H_
