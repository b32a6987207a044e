// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/private_key.h"

#include <sys/random.h>

#include <cerrno>

#include "base/tls/ed25519.h"
#include "supervisor/signing/wire.h"
#include "supervisor/source/detached_signature.h"
#include "supervisor/source/public_key.h"

namespace guard::supervisor {
namespace {

// OpenSSH's PROTOCOL.key.
constexpr std::string_view kBegin = "-----BEGIN OPENSSH PRIVATE KEY-----";
constexpr std::string_view kEnd = "-----END OPENSSH PRIVATE KEY-----";
constexpr std::string_view kMagic{"openssh-key-v1\0", 15};
constexpr std::string_view kAlgorithm = "ssh-ed25519";
constexpr std::string_view kNone = "none";
constexpr std::size_t kBlock = 8;

Result<std::string> random_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t at = 0; at < size;) {
    const ssize_t got = ::getrandom(bytes.data() + at, size - at, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno("random bytes for a key");
    at += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::string in_lines(std::string packed) {
  constexpr std::size_t kColumns = 70;
  while (packed.size() % 4 != 0) packed += '=';
  std::string text;
  for (std::size_t at = 0; at < packed.size(); at += kColumns)
    text += packed.substr(at, kColumns) + "\n";
  return text;
}

std::string body_of(std::string_view text) {
  const std::size_t end = text.find(kEnd);
  if (!text.starts_with(kBegin) || end == std::string_view::npos) return {};
  std::string packed;
  for (const char c : text.substr(kBegin.size(), end - kBegin.size()))
    if (c != '\n' && c != '\r') packed += c;
  return bytes_of_base64(packed);
}

Result<std::string> seed_in(std::string_view secret) {
  WireReader reader(secret);
  const auto first = reader.number();
  const auto second = reader.number();
  const auto algorithm = reader.string();
  (void)reader.string();  // the public key once more
  const auto both = reader.string();
  if (reader.failed() || first != second || algorithm != kAlgorithm ||
      both.size() != 2 * kEd25519Key)
    return fail(Code::kUnsupported, "is not of type ssh-ed25519");
  return std::string(both.substr(0, kEd25519Key));
}

}  // namespace

Result<PrivateKey> PrivateKey::make() {
  auto seed = random_bytes(kEd25519Key);
  if (!seed) return forward(seed.error());
  auto key = ed25519_key_of(*seed);
  if (!key) return forward(key.error());
  return PrivateKey(std::move(*seed), std::move(*key));
}

Result<PrivateKey> PrivateKey::read(std::string_view text) {
  const std::string body = body_of(text);
  if (!body.starts_with(kMagic)) return fail(Code::kInvalid, "is no private key of OpenSSH");
  WireReader reader(std::string_view(body).substr(kMagic.size()));
  const auto cipher = reader.string();
  (void)reader.string();  // how the passphrase is stretched
  (void)reader.string();
  const auto count = reader.number();
  (void)reader.string();  // its public key
  const auto secret = reader.string();
  if (!reader.at_end() || count != 1) return fail(Code::kInvalid, "is no whole private key");
  if (cipher != kNone)
    return fail(Code::kUnsupported, "has a passphrase: sign with ssh-keygen -Y sign -n " +
                                        std::string(kSignedFor) + " -f KEY FILE");
  auto seed = seed_in(secret);
  if (!seed) return forward(seed.error());
  auto key = ed25519_key_of(*seed);
  if (!key) return forward(key.error());
  return PrivateKey(std::move(*seed), std::move(*key));
}

std::string PrivateKey::file_text(const std::string& comment) const {
  // Two equal numbers show who decrypts that it has worked; nothing is encrypted here.
  std::string secret(kBlock, '\0');
  secret += wire_string(kAlgorithm) + wire_string(key_) + wire_string(seed_ + key_) +
            wire_string(comment);
  for (char padding = 1; secret.size() % kBlock != 0; ++padding) secret += padding;
  constexpr char kOne[] = {0, 0, 0, 1};
  const std::string bytes = std::string(kMagic) + wire_string(kNone) + wire_string(kNone) +
                            wire_string("") + std::string(kOne, sizeof kOne) +
                            wire_string(ssh_blob_of(key_)) + wire_string(secret);
  return std::string(kBegin) + "\n" + in_lines(base64_of(bytes)) + std::string(kEnd) + "\n";
}

std::string PrivateKey::public_line(const std::string& comment) const {
  std::string packed = base64_of(ssh_blob_of(key_));
  while (packed.size() % 4 != 0) packed += '=';
  return std::string(kAlgorithm) + " " + packed + (comment.empty() ? "" : " " + comment);
}

Result<std::string> PrivateKey::sign(std::string_view text) const {
  const auto signature = sign_ed25519(seed_, ssh_signed_bytes(text));
  if (!signature) return forward(signature.error());
  return ssh_signature_text(ssh_blob_of(key_), *signature);
}

}  // namespace guard::supervisor
