// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/tls_trust.h"

#include "base/text/text.h"
#include "base/tls/open_ssl.h"

namespace guard::supervisor {

namespace ssl = boost::asio::ssl;

namespace {

// OpenSSL would ask a terminal for the passphrase of a key that has one.
std::string no_passphrase(std::size_t, ssl::context::password_purpose) {
  return {};
}

Result<void> show(ssl::context& context, const TlsIdentity& own) {
  boost::system::error_code error;
  context.use_certificate_chain_file(own.cert_file, error);
  if (error) return fail(Code::kUnreadable, "cert_file: " + safe_text(error.message()));
  context.set_password_callback(no_passphrase, error);
  if (!error) context.use_private_key(boost::asio::buffer(own.key), ssl::context::pem, error);
  if (error) return fail(Code::kUnreadable, "key_file: " + safe_text(error.message()));
  return {};
}

}  // namespace

Result<std::shared_ptr<ssl::context>> trusting_context(const std::string& ca_file,
                                                       const TlsIdentity& own) {
  if (auto loaded = load_open_ssl(); !loaded) return forward(loaded.error());
  boost::system::error_code error;
  auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
  if (ca_file.empty()) context->set_default_verify_paths(error);
  if (!ca_file.empty()) context->load_verify_file(ca_file, error);
  if (!error) context->set_verify_mode(ssl::verify_peer, error);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  if (error)
    return fail(Code::kUnreadable, "no certificates to trust: " + safe_text(error.message()));
  if (!own.cert_file.empty())
    if (auto shown = show(*context, own); !shown) return forward(shown.error());
  return context;
}

}  // namespace guard::supervisor
