// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/detached_signature.h"

#include <algorithm>
#include <optional>

#include "base/text/text.h"
#include "base/tls/ed25519.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

// OpenSSH's PROTOCOL.sshsig.
constexpr std::string_view kSshBegin = "-----BEGIN SSH SIGNATURE-----";
constexpr std::string_view kSshEnd = "-----END SSH SIGNATURE-----";
constexpr std::string_view kSshMagic = "SSHSIG";
constexpr std::string_view kSshHash = "sha512";
constexpr std::string_view kSshAlgorithm = "ssh-ed25519";
// minisign(1): the text itself is signed, or its BLAKE2b.
constexpr std::string_view kUntrusted = "untrusted comment:";
constexpr std::string_view kTrusted = "trusted comment: ";
constexpr std::string_view kOfText = "Ed";
constexpr std::string_view kOfHash = "ED";
constexpr std::size_t kMinisignId = 8;

Result<PublicKey> no_signature(const std::string& why) {
  return fail(Code::kInvalid, "the signature file " + why);
}

std::string sha512(std::string_view bytes) {
  return bytes_of_hex(sha512_hex(bytes));
}

std::string to_be_signed(std::string_view hash_name, std::string_view digest) {
  return std::string(kSshMagic) + wire_string(kSignedFor) + wire_string("") +
         wire_string(hash_name) + wire_string(digest);
}

std::string_view line_at_front(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The base64 between the two lines; nothing: one of them is missing.
std::optional<std::string> ssh_body(std::string_view file) {
  std::string body;
  (void)line_at_front(file);
  while (!file.empty()) {
    const std::string_view line = line_at_front(file);
    if (line == kSshEnd) return bytes_of_base64(body);
    body += line;
  }
  return std::nullopt;
}

const PublicKey* key_with_id(const std::vector<PublicKey>& keys, const std::string& id) {
  const auto found = std::ranges::find(keys, id, &PublicKey::id);
  return found == keys.end() ? nullptr : &*found;
}

Result<PublicKey> not_known(const std::string& id) {
  return fail(Code::kRefused, "it is signed by the key " + safe_text(id) + ", which is not listed");
}

Result<PublicKey> verified(const PublicKey& key, std::string_view bytes,
                           std::string_view signature) {
  if (auto holds = verify_ed25519(key.bytes, bytes, signature); !holds)
    return forward(
        holds.error().code == Code::kRefused
            ? Error{Code::kRefused, 0,
                    "the signature of the key " + key.id + " does not hold for this text"}
            : holds.error());
  return key;
}

struct SshSignature {
  std::string key_blob;
  std::string made_for;
  std::string hash;
  std::string bytes;  // raw; empty: of another algorithm
};

std::optional<SshSignature> read_ssh(std::string_view body) {
  if (!body.starts_with(kSshMagic)) return std::nullopt;
  WireReader reader(body.substr(kSshMagic.size()));
  if (reader.number() != 1) return std::nullopt;
  SshSignature read;
  read.key_blob = reader.string();
  read.made_for = reader.string();
  (void)reader.string();  // reserved
  read.hash = reader.string();
  WireReader signature(reader.string());
  if (!reader.at_end()) return std::nullopt;
  if (signature.string() == kSshAlgorithm) read.bytes = signature.string();
  if (!signature.at_end()) read.bytes.clear();
  return read;
}

Result<PublicKey> ssh_signer(std::string_view text, std::string_view file,
                             const std::vector<PublicKey>& keys) {
  const auto body = ssh_body(file);
  if (!body) return no_signature("ends in the middle");
  const auto read = read_ssh(*body);
  if (!read) return no_signature("is no whole signature of ssh");
  const std::string id = fingerprint_of(read->key_blob);
  const PublicKey* const key = key_with_id(keys, id);
  if (key == nullptr) return not_known(id);
  if (read->made_for != kSignedFor)
    return fail(Code::kRefused, "the signature was made for \"" + safe_text(read->made_for) +
                                    "\": sign with ssh-keygen -Y sign -n " +
                                    std::string(kSignedFor));
  if (read->hash != "sha512" && read->hash != "sha256")
    return no_signature("has an unknown hash " + safe_text(read->hash));
  const std::string digest = read->hash == kSshHash ? sha512(text) : bytes_of_hex(sha256_hex(text));
  return verified(*key, to_be_signed(read->hash, digest), read->bytes);
}

Result<PublicKey> minisign_signer(std::string_view text, std::string_view file,
                                  const std::vector<PublicKey>& keys) {
  (void)line_at_front(file);
  const std::string packed = bytes_of_base64(line_at_front(file));
  const std::string_view comment = line_at_front(file);
  const std::string of_all = bytes_of_base64(line_at_front(file));
  const std::string_view bytes = packed;
  if (bytes.size() != kOfText.size() + kMinisignId + kEd25519Signature ||
      !comment.starts_with(kTrusted) || of_all.size() != kEd25519Signature)
    return no_signature("is no whole signature of minisign");
  const std::string_view algorithm = bytes.substr(0, kOfText.size());
  const std::string id = minisign_id(bytes.substr(kOfText.size(), kMinisignId));
  const PublicKey* const key = key_with_id(keys, id);
  if (key == nullptr) return not_known(id);
  if (algorithm != kOfText && algorithm != kOfHash)
    return no_signature("is of another algorithm than minisign's");
  const std::string_view signature = bytes.substr(kOfText.size() + kMinisignId);
  std::string is_signed(text);
  if (algorithm == kOfHash) {
    auto hashed = blake2b_512(text);
    if (!hashed) return forward(hashed.error());
    is_signed = std::move(*hashed);
  }
  const auto by = verified(*key, is_signed, signature);
  if (!by) return by;
  // The comment is signed with it: one that somebody exchanged makes the file wrong.
  return verified(*key, std::string(signature) + std::string(comment.substr(kTrusted.size())),
                  of_all);
}

}  // namespace

Result<PublicKey> signer_of(std::string_view text, std::string_view signature,
                            const std::vector<PublicKey>& keys) {
  if (signature.starts_with(kSshBegin)) return ssh_signer(text, signature, keys);
  if (signature.starts_with(kUntrusted)) return minisign_signer(text, signature, keys);
  return no_signature("is neither ssh's nor minisign's");
}

std::string ssh_signed_bytes(std::string_view text) {
  return to_be_signed(kSshHash, sha512(text));
}

std::string ssh_signature_text(std::string_view blob, std::string_view signature) {
  constexpr std::size_t kColumns = 70;
  constexpr char kVersion[] = {0, 0, 0, 1};
  const std::string bytes = std::string(kSshMagic) + std::string(kVersion, sizeof kVersion) +
                            wire_string(blob) + wire_string(kSignedFor) + wire_string("") +
                            wire_string(kSshHash) +
                            wire_string(wire_string(kSshAlgorithm) + wire_string(signature));
  std::string packed = base64_of(bytes);
  while (packed.size() % 4 != 0) packed += '=';
  std::string text = std::string(kSshBegin) + "\n";
  for (std::size_t at = 0; at < packed.size(); at += kColumns)
    text += packed.substr(at, kColumns) + "\n";
  return text + std::string(kSshEnd) + "\n";
}

}  // namespace guard::supervisor
