// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/ssh_message.h"

#include "base/text/text.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

using SshKind = SshRequest::Kind;

// Numbers of the protocol.
constexpr std::uint8_t kSuccess = 6;
constexpr std::uint8_t kList = 11;
constexpr std::uint8_t kKeys = 12;
constexpr std::uint8_t kSign = 13;
constexpr std::uint8_t kAdd = 17;
constexpr std::uint8_t kRemove = 18;
constexpr std::uint8_t kRemoveAll = 19;
constexpr std::uint8_t kAddCard = 20;
constexpr std::uint8_t kRemoveCard = 21;
constexpr std::uint8_t kLock = 22;
constexpr std::uint8_t kUnlock = 23;
constexpr std::uint8_t kAddLimited = 25;
constexpr std::uint8_t kAddCardLimited = 26;
constexpr std::uint8_t kExtension = 27;
constexpr std::uint8_t kUserLogin = 50;  // SSH_MSG_USERAUTH_REQUEST

SshRequest unknown(std::string words) {
  SshRequest request;
  request.words = std::move(words);
  return request;
}

SshRequest about_keys(std::string words) {
  SshRequest request = unknown(std::move(words));
  request.kind = SshKind::kKeys;
  return request;
}

SshRequest read_sign(WireReader& rest) {
  SshRequest request;
  request.key = rest.string();
  request.data = rest.string();
  (void)rest.number();  // flags: the hash of an RSA signature
  request.kind = SshKind::kSign;
  return rest.at_end() ? request : unknown("a request to sign that cannot be read");
}

SshRequest read_bind(WireReader& rest) {
  SshRequest request;
  request.host_key = rest.string();
  request.session = rest.string();
  (void)rest.string();  // the host's signature: the agent checks it
  request.forwards = rest.byte() != 0;
  request.kind = SshKind::kBind;
  return rest.at_end() ? request : unknown("a host that cannot be read");
}

SshRequest read_extension(WireReader& rest) {
  const std::string name(rest.string());
  if (rest.failed()) return unknown("an extension that cannot be read");
  if (name == "session-bind@openssh.com") return read_bind(rest);
  SshRequest request = unknown("the extension " + safe_text(name));
  if (name == "query" && rest.at_end()) request.kind = SshKind::kFree;
  return request;
}

// The key itself is not kept.
SshRequest read_add(WireReader& rest) {
  const std::string type(rest.string());
  return rest.failed() ? unknown("a key that cannot be read")
                       : about_keys("add a key (" + safe_text(type) + ") to the ssh agent");
}

SshRequest read_remove(WireReader& rest) {
  const std::string key(rest.string());
  return rest.at_end() ? about_keys("remove the key " + fingerprint_of(key) + " from the ssh agent")
                       : unknown("a key that cannot be read");
}

SshRequest read_card(WireReader& rest, const char* verb) {
  const std::string card(rest.string());
  (void)rest.string();  // its PIN
  return rest.failed() ? unknown("a card that cannot be read")
                       : about_keys(verb + (" the keys of " + safe_text(card)) +
                                    (*verb == 'a' ? " to the ssh agent" : " from the ssh agent"));
}

SshRequest read_lock(WireReader& rest, const char* verb) {
  (void)rest.string();
  return rest.at_end() ? about_keys(verb + std::string(" the ssh agent"))
                       : unknown("a lock that cannot be read");
}

SshRequest free_request(const WireReader& rest) {
  SshRequest request = unknown("a list with something behind it");
  if (rest.at_end()) request.kind = SshKind::kFree;
  return request;
}

}  // namespace

SshRequest read_ssh_request(std::string_view message) {
  WireReader rest(message);
  const std::uint8_t type = rest.byte();
  if (rest.failed()) return unknown("an empty message");
  switch (type) {
    case kList:
      return free_request(rest);
    case kSign:
      return read_sign(rest);
    case kExtension:
      return read_extension(rest);
    case kAdd:
    case kAddLimited:
      return read_add(rest);
    case kRemove:
      return read_remove(rest);
    case kRemoveAll:
      return rest.at_end() ? about_keys("remove all keys from the ssh agent")
                           : unknown("a removal with something behind it");
    case kAddCard:
    case kAddCardLimited:
      return read_card(rest, "add");
    case kRemoveCard:
      return read_card(rest, "remove");
    case kLock:
      return read_lock(rest, "lock");
    case kUnlock:
      return read_lock(rest, "unlock");
    default:
      return unknown("a message of type " + std::to_string(type));
  }
}

std::optional<SshLogin> read_ssh_login(std::string_view data, std::string_view key) {
  WireReader rest(data);
  SshLogin login;
  login.session = rest.string();
  if (rest.byte() != kUserLogin) return std::nullopt;
  login.user = rest.string();
  const std::string_view service = rest.string();
  const std::string_view method = rest.string();
  const bool signs = rest.byte() == 1;
  (void)rest.string();  // how it signs
  const bool same_key = rest.string() == key;
  const bool bound = method == "publickey-hostbound-v00@openssh.com";
  if (bound) login.host_key = rest.string();
  const bool known = service == "ssh-connection" && (bound || method == "publickey") && signs &&
                     same_key && !login.session.empty() && bound != login.host_key.empty();
  return known && rest.at_end() ? std::optional(login) : std::nullopt;
}

std::optional<SshSignature> read_ssh_signature(std::string_view data) {
  constexpr std::string_view kMagic = "SSHSIG";
  if (!data.starts_with(kMagic)) return std::nullopt;
  WireReader rest(data.substr(kMagic.size()));
  SshSignature signature;
  signature.purpose = rest.string();
  (void)rest.string();  // reserved
  signature.hash = rest.string();
  signature.digest = rest.string();
  if (!rest.at_end() || signature.purpose.empty()) return std::nullopt;
  return signature;
}

std::map<std::string, std::string> read_ssh_keys(std::string_view answer) {
  WireReader rest(answer);
  std::map<std::string, std::string> keys;
  if (rest.byte() != kKeys) return keys;
  const std::uint32_t count = rest.number();
  for (std::uint32_t i = 0; i < count && !rest.failed(); ++i) {
    std::string key(rest.string());
    keys.emplace(std::move(key), rest.string());
  }
  if (!rest.at_end()) keys.clear();
  return keys;
}

bool says_success(std::string_view answer) {
  return answer.size() == 1 && static_cast<std::uint8_t>(answer.front()) == kSuccess;
}

std::string ssh_list_request() {
  return {static_cast<char>(kList)};
}

}  // namespace guard::supervisor
