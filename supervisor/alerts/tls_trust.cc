// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/tls_trust.h"

#include "base/text/text.h"
#include "base/tls/open_ssl.h"

namespace guard::supervisor {

namespace ssl = boost::asio::ssl;

Result<std::shared_ptr<ssl::context>> trusting_context(const std::string& ca_file) {
  if (auto loaded = load_open_ssl(); !loaded) return forward(loaded.error());
  boost::system::error_code error;
  auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
  if (ca_file.empty()) context->set_default_verify_paths(error);
  if (!ca_file.empty()) context->load_verify_file(ca_file, error);
  if (!error) context->set_verify_mode(ssl::verify_peer, error);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  if (!error) return context;
  return fail(Code::kUnreadable, "no certificates to trust: " + safe_text(error.message()));
}

}  // namespace guard::supervisor
