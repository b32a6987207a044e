// SPDX-License-Identifier: Apache-2.0
#include "console/web/tls_stream.h"

#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "base/tls/open_ssl.h"

namespace guard::console {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kLargestKey = 64 * 1024;
constexpr std::size_t kPiece = 16 * 1024;  // one record

std::string library_error() {
  std::array<char, 256> text{};
  ERR_error_string_n(ERR_get_error(), text.data(), text.size());
  ERR_clear_error();
  return safe_text(text.data());
}

// The file that was looked at is the one that is read: by its descriptor.
Result<std::string> read_key(const std::string& path) {
  const std::string shown = "--tls-key " + safe_text(path);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) return fail_errno(shown);
  const bool is_trusted = status.st_uid == ::geteuid() || status.st_uid == 0;
  if (!S_ISREG(status.st_mode) || !is_trusted || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return fail(Code::kRefused,
                shown + ": others can read it, or it is theirs: chown it to you, chmod 600");
  std::string text(kLargestKey, '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) return fail_errno(shown);
  text.resize(static_cast<std::size_t>(got));
  return text;
}

// Nobody is asked: guard's terminal is no place for passphrases of others.
int no_passphrase(char*, int, int, void*) {
  return 0;
}

Result<void> use_key(SSL_CTX* context, const std::string& path) {
  const auto text = read_key(path);
  if (!text) return forward(text.error());
  const std::unique_ptr<BIO, decltype(&BIO_free)> source(
      BIO_new_mem_buf(text->data(), static_cast<int>(text->size())), BIO_free);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(source.get(), nullptr, no_passphrase, nullptr), EVP_PKEY_free);
  if (!key || SSL_CTX_use_PrivateKey(context, key.get()) != 1)
    return fail(Code::kInvalid, "--tls-key " + safe_text(path) +
                                    ": not the certificate's key in PEM without a passphrase (" +
                                    library_error() + ")");
  return {};
}

void set_rules(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

tl::unexpected<Error> too_late() {
  return fail(Code::kBusy, "the browser does not answer");
}

}  // namespace

Result<std::shared_ptr<const TlsKeys>> TlsKeys::load(const std::string& certificate,
                                                     const std::string& key) {
  if (auto loaded = load_open_ssl(); !loaded) return forward(loaded.error());
  ERR_clear_error();
  const std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  if (!context) return fail(Code::kInternal, "TLS: " + library_error());
  set_rules(context.get());
  if (SSL_CTX_use_certificate_chain_file(context.get(), certificate.c_str()) != 1)
    return fail(Code::kInvalid, "--tls-cert " + safe_text(certificate) +
                                    ": no certificate in PEM (" + library_error() + ")");
  if (auto used = use_key(context.get(), key); !used) return forward(used.error());
  if (SSL_CTX_check_private_key(context.get()) != 1)
    return fail(Code::kInvalid, "--tls-key " + safe_text(key) + ": not the certificate's key");
  return std::shared_ptr<const TlsKeys>(new TlsKeys(context));
}

Result<std::unique_ptr<TlsStream>> TlsStream::accept(const TlsKeys& keys, int fd,
                                                     Deadline deadline) {
  const std::shared_ptr<SSL> stream(SSL_new(keys.context_.get()), SSL_free);
  if (!stream || SSL_set_fd(stream.get(), fd) != 1)
    return fail(Code::kInternal, "TLS: " + library_error());
  std::unique_ptr<TlsStream> made(new TlsStream(stream, fd));
  for (;;) {
    ERR_clear_error();
    const int result = SSL_accept(stream.get());
    if (result == 1) return made;
    const auto waited = made->wait_for(result, deadline);
    if (!waited) return forward(waited.error());
    if (!*waited) return fail(Code::kGone, "TLS: no handshake");
  }
}

Result<bool> TlsStream::wait_for(int result, Deadline deadline) {
  const int wanted = SSL_get_error(stream_.get(), result);
  if (wanted != SSL_ERROR_WANT_READ && wanted != SSL_ERROR_WANT_WRITE) return false;
  const short events = wanted == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd entry{fd_, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::max(left.count(), 0L)));
    if (ready > 0) return true;
    if (ready == 0) return too_late();
    if (errno != EINTR) return fail_errno("poll");
  }
}

Result<bool> TlsStream::send(std::string_view text, Deadline deadline) {
  while (!text.empty()) {
    ERR_clear_error();
    const auto piece = std::min(text.size(), kPiece);
    const int sent = SSL_write(stream_.get(), text.data(), static_cast<int>(piece));
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    const auto waited = wait_for(sent, deadline);
    if (!waited || !*waited) return waited;
  }
  return true;
}

Result<std::string> TlsStream::receive(Deadline deadline) {
  std::string bytes(kPiece, '\0');
  for (;;) {
    ERR_clear_error();
    const int got = SSL_read(stream_.get(), bytes.data(), static_cast<int>(bytes.size()));
    if (got > 0) {
      bytes.resize(static_cast<std::size_t>(got));
      return bytes;
    }
    const auto waited = wait_for(got, deadline);
    if (!waited) return forward(waited.error());
    if (!*waited) return std::string();
  }
}

void TlsStream::finish() {
  ERR_clear_error();
  (void)SSL_shutdown(stream_.get());
}

}  // namespace guard::console
