// SPDX-License-Identifier: Apache-2.0
// One file of a server over https, within a time, of a length at most. The certificate must be good
// for the name. Redirects are not followed: the address that root wrote is the one that is asked.
// Waits; any thread.
#ifndef GUARD_SUPERVISOR_SOURCE_HTTPS_GET_H_
#define GUARD_SUPERVISOR_SOURCE_HTTPS_GET_H_

#include <chrono>
#include <cstddef>
#include <string>

#include "base/error.h"
#include "policy/network/web_address.h"
#include "supervisor/alerts/webhook_signature.h"

namespace guard::supervisor {

struct HttpsRequest {
  policy::WebAddress from;
  Headers headers;
  std::string ca_file;   // empty: the authorities of the system
  std::size_t most = 0;  // bytes of the answer
  std::string etag;      // of what is there already; "": nothing
  std::chrono::seconds limit{30};
};

struct HttpsAnswer {
  bool unchanged = false;
  std::string body = {};
  std::string etag = {};
};

// kNotFound: the server has no such file. kInvalid: it is larger than that.
[[nodiscard]] Result<HttpsAnswer> https_get(const HttpsRequest& request);

// Lines NAME: VALUE of a file that is its owner's alone. PATH "": none.
[[nodiscard]] Result<Headers> headers_of(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_HTTPS_GET_H_
