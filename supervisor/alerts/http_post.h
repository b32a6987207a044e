// SPDX-License-Identifier: Apache-2.0
// One POST, or GET, to a server that nobody vouches for: over http or https (its certificate must
// be good for its name), within a time. The status of the answer counts, and its beginning if that
// is wanted. Redirects are not followed. With its source the only file here that knows Boost.Beast
// and TLS. Lives on the loop it was given; `on_posted` is called exactly once, unless the loop ends
// before.
#ifndef GUARD_SUPERVISOR_ALERTS_HTTP_POST_H_
#define GUARD_SUPERVISOR_ALERTS_HTTP_POST_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <string>

#include "policy/network/web_address.h"
#include "supervisor/alerts/tls_identity.h"
#include "supervisor/alerts/webhook_signature.h"

namespace guard::supervisor {

struct Post {
  policy::WebAddress to;
  Headers headers;
  std::string body;
  std::chrono::seconds limit{10};
  std::string ca_file = {};  // empty: the authorities of the system
  TlsIdentity own = {};      // what is shown to a server that asks who comes
  std::size_t answer = 0;    // bytes of the answer that are wanted at most; 0: its head alone
  bool is_get = false;       // GET, without a body
};

struct PostEnd {
  int status = 0;           // 0: no answer
  std::string failure;      // why there was none
  bool lasting = false;     // another try would end the same: the certificate, say
  std::string answer = {};  // empty: there was none, it was not wanted, or too long
  std::string etag = {};    // of the answer
  bool too_long = false;    // the answer is longer than was wanted
  std::string broken = {};  // why the answer that was wanted is not whole
};

void post(boost::asio::io_context& io, Post what, std::function<void(PostEnd)> on_posted);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_HTTP_POST_H_
