// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/public_key.h"

#include <algorithm>
#include <cctype>

#include "base/text/text.h"
#include "base/tls/ed25519.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kSshAlgorithm = "ssh-ed25519";
constexpr std::string_view kMinisignAlgorithm = "Ed";
constexpr std::size_t kMinisignId = 8;

std::string_view word_at_front(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return word;
}

Result<PublicKey> read_minisign(std::string_view word) {
  const std::string bytes = bytes_of_base64(word);
  if (bytes.size() != kMinisignAlgorithm.size() + kMinisignId + kEd25519Key ||
      !bytes.starts_with(kMinisignAlgorithm))
    return fail(Code::kInvalid, "is neither \"ssh-ed25519 ...\" nor a key of minisign (\"RW...\")");
  const std::string_view rest = std::string_view(bytes).substr(kMinisignAlgorithm.size());
  return PublicKey{.form = KeyForm::kMinisign,
                   .bytes = std::string(rest.substr(kMinisignId)),
                   .id = minisign_id(rest.substr(0, kMinisignId)),
                   .comment = ""};
}

}  // namespace

std::string ssh_blob_of(std::string_view raw_key) {
  return wire_string(kSshAlgorithm) + wire_string(raw_key);
}

std::string raw_key_of(std::string_view ssh_blob) {
  WireReader reader(ssh_blob);
  const std::string_view algorithm = reader.string();
  const std::string_view key = reader.string();
  const bool is_one = reader.at_end() && algorithm == kSshAlgorithm && key.size() == kEd25519Key;
  return is_one ? std::string(key) : "";
}

// A number, its lowest byte first.
std::string minisign_id(std::string_view bytes) {
  std::string id = hex_of_bytes({std::string(bytes.rbegin(), bytes.rend())});
  std::ranges::transform(id, id.begin(), [](unsigned char c) { return std::toupper(c); });
  return id;
}

Result<PublicKey> read_public_key(std::string_view line) {
  const std::string_view first = word_at_front(line);
  if (first == kSshAlgorithm) {
    const std::string blob = bytes_of_base64(word_at_front(line));
    std::string key = raw_key_of(blob);
    if (key.empty()) return fail(Code::kInvalid, "is no whole key of ssh");
    return PublicKey{.form = KeyForm::kSsh,
                     .bytes = std::move(key),
                     .id = fingerprint_of(blob),
                     .comment = std::string(line)};
  }
  if (first.find('-') != std::string_view::npos)
    return fail(Code::kInvalid, "is a key of type " + safe_text(first) + ": use ssh-ed25519");
  return read_minisign(first);
}

}  // namespace guard::supervisor
