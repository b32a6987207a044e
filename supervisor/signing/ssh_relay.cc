// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/ssh_relay.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/text/text.h"
#include "supervisor/signing/known_hosts.h"
#include "supervisor/signing/signed_object.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

using SshKind = SshRequest::Kind;
using policy::KeyRequest;
using policy::KeyUse;

constexpr std::size_t kMostBound = 16;  // as ssh-agent itself
constexpr std::size_t kShownOfDigest = 16;

// Nothing: it has ended, or what comes is no message.
std::optional<std::string> read_message(int socket) {
  std::array<char, 4> length{};
  if (!read_whole(socket, length.data(), length.size())) return std::nullopt;
  const std::size_t size = WireReader({length.data(), length.size()}).number();
  if (size == 0 || size > kMostOfSshMessage) return std::nullopt;
  std::string message(size, '\0');
  if (!read_whole(socket, message.data(), size)) return std::nullopt;
  return message;
}

// As patterns have it: nothing that a person would read otherwise.
bool is_plain_word(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](unsigned char letter) {
    return letter > ' ' && letter < 0x7f;
  });
}

std::string host_text(const std::string& host_key, const std::vector<std::string>& argv) {
  const std::string name = known_host_name(host_key, hosts_said_to_ssh(argv));
  return name.empty() ? "the host with the key " + fingerprint_of(host_key) : name;
}

KeyRequest to_change_keys(std::string words) {
  KeyRequest request;
  request.agent = "ssh";
  request.use = KeyUse::kKeys;
  request.words = std::move(words);
  return request;
}

std::string without_quotes(std::string text) {
  std::ranges::replace(text, '"', '?');
  return text;
}

KeyRequest about_data(const SshSignature& signature, const std::string& object) {
  // Its quotes would end guard's own.
  const std::string purpose = without_quotes(safe_text(signature.purpose));
  KeyRequest request;
  request.use = KeyUse::kSigned;
  request.words = object.empty() ? "sign by ssh for \"" + purpose + "\"" : "sign the " + object;
  request.details = {"for \"" + purpose + "\", " + safe_text(signature.hash) + " " +
                     hex_of_bytes(signature.digest).substr(0, kShownOfDigest)};
  return request;
}

}  // namespace

void SshRelay::run() {
  while (wait_for_message(link_.client, link_.agent)) {
    const auto message = read_message(link_.client);
    if (!message) return;
    const auto answer = answer_to(*message);
    if (!answer || !write_whole(link_.client, wire_string(*answer))) return;
  }
}

std::optional<std::string> SshRelay::answer_to(const std::string& message) {
  SshRequest request = read_ssh_request(message);
  switch (request.kind) {
    case SshKind::kFree:
      return told_by_agent(message);
    case SshKind::kBind:
      return bind(message, request);
    case SshKind::kSign:
      return asked(message, to_sign(request));
    case SshKind::kKeys:
      return asked(message, to_change_keys(std::move(request.words)));
    case SshKind::kUnknown:
      break;
  }
  link_.refused(request.words);
  return std::string(kSshFailure);
}

std::optional<std::string> SshRelay::told_by_agent(std::string_view message) {
  if (!write_whole(link_.agent, wire_string(message))) return std::nullopt;
  return read_message(link_.agent);
}

std::optional<std::string> SshRelay::asked(const std::string& message, KeyRequest request) {
  if (!link_.allow(std::move(request))) return std::string(kSshFailure);
  auto answer = told_by_agent(message);
  link_.ended(answer && *answer != kSshFailure);
  return answer;
}

std::optional<std::string> SshRelay::bind(const std::string& message, const SshRequest& request) {
  if (bound_.size() >= kMostBound) return std::string(kSshFailure);
  auto answer = told_by_agent(message);
  if (answer && says_success(*answer))
    bound_.push_back({request.host_key, request.session, request.forwards});
  return answer;
}

std::string SshRelay::comment_of(const std::string& key) {
  if (!comments_.contains(key)) {
    const auto list = told_by_agent(ssh_list_request());
    comments_ = list ? read_ssh_keys(*list) : std::map<std::string, std::string>();
  }
  const auto found = comments_.find(key);
  return found == comments_.end() ? std::string() : found->second;
}

// The host that alone can use the signature: by its key among what gets signed, or by what the
// agent has checked. Empty: it is not proven.
std::string SshRelay::proven_host(const SshLogin& login) const {
  const auto bound = std::ranges::find_if(bound_, [&](const BoundHost& host) {
    return host.session == login.session && !host.forwards;
  });
  if (bound == bound_.end()) return login.host_key;
  const bool same = login.host_key.empty() || login.host_key == bound->host_key;
  return same ? bound->host_key : std::string();
}

void SshRelay::describe_login(const SshLogin& login, const std::string& key,
                              KeyRequest& out) const {
  out.use = KeyUse::kLogin;
  const std::string host = proven_host(login);
  // Quoted where it is more than a name: it is the program's to say.
  out.words = "log in by ssh as " + command_text({login.user}) + " at ";
  out.words +=
      host.empty() ? "a host that guard cannot tell" : safe_text(host_text(host, link_.argv));
  if (!host.empty()) {
    out.details.push_back("host key " + fingerprint_of(host));
    if (is_plain_word(login.user))
      out.pattern = "ssh-login " + key + " " + login.user + "@" + fingerprint_of(host);
  }
  const auto from = std::ranges::find_if(bound_, [](const auto& each) { return each.forwards; });
  if (from == bound_.end()) return;
  const std::string via =
      "asked for by " + host_text(from->host_key, {}) + ", to which the agent is forwarded";
  out.details.push_back(safe_text(via));
  if (!out.pattern.empty()) out.pattern += " via " + fingerprint_of(from->host_key);
}

KeyRequest SshRelay::to_sign(const SshRequest& request) {
  const std::string key = fingerprint_of(request.key);
  const std::string comment = comment_of(request.key);
  KeyRequest out;
  if (const auto login = read_ssh_login(request.data, request.key)) {
    describe_login(*login, key, out);
  } else if (const auto signature = read_ssh_signature(request.data)) {
    out = about_data(*signature, signed_object_text(*signature, link_.argv, link_.folder));
    if (is_plain_word(signature->purpose))
      out.pattern = "ssh-sign " + key + " " + signature->purpose;
  } else {
    out.words = "sign bytes by ssh that guard cannot read";
  }
  out.agent = "ssh";
  out.details.insert(out.details.begin(),
                     "key " + (comment.empty() ? key : safe_text(comment) + " (" + key + ")"));
  return out;
}

}  // namespace guard::supervisor
