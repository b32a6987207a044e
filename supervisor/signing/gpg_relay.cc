// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/gpg_relay.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "base/text/text.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

using GpgKind = GpgCommand::Kind;
using policy::KeyRequest;
using policy::KeyUse;

// As the agent says them itself.
constexpr std::string_view kCancelled = "ERR 83886179 Operation cancelled <Pinentry>";
constexpr std::string_view kUnknownCommand = "ERR 67109139 Unknown IPC command <GPG Agent>";

bool is_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ');
}

}  // namespace

std::optional<std::string> LineReader::next() {
  for (;;) {
    const std::size_t end = buffer_.find('\n');
    if (end > kMostOfGpgLine && (end != std::string::npos || buffer_.size() > kMostOfGpgLine))
      return std::nullopt;
    if (end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    std::array<char, 4096> more{};
    const ssize_t got = ::recv(socket_, more.data(), more.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    buffer_.append(more.data(), static_cast<std::size_t>(got));
  }
}

void GpgRelay::run() {
  if (hand_back_answer() != Answered::kOk) return;  // the agent's greeting
  while (client_.has_line() || wait_for_message(link_.client, link_.agent)) {
    const auto line = client_.next();
    if (!line || !take(*line)) return;
  }
}

bool GpgRelay::tell_client(std::string_view line) const {
  return write_whole(link_.client, std::string(line) + "\n");
}

// False: the connection ends.
bool GpgRelay::take(const std::string& line) {
  const GpgCommand command = read_gpg_line(line);
  switch (command.kind) {
    case GpgKind::kNothing:
      return true;
    case GpgKind::kFree: {
      const Answered answered = hand_on(line);
      if (answered == Answered::kOk) note(command);
      return answered != Answered::kOver;
    }
    case GpgKind::kSign:
    case GpgKind::kDecrypt:
    case GpgKind::kKeys:
      return asked(line, request_of(command));
    case GpgKind::kUnknown:
      break;
  }
  link_.refused("the command " + safe_text(command.name.empty() ? line : command.name));
  return tell_client(kUnknownCommand);
}

bool GpgRelay::asked(const std::string& line, KeyRequest request) {
  if (!link_.allow(std::move(request))) return tell_client(kCancelled);
  const Answered answered = hand_on(line);
  link_.ended(answered == Answered::kOk);
  return answered != Answered::kOver;
}

GpgRelay::Answered GpgRelay::hand_on(const std::string& line) {
  if (!write_whole(link_.agent, line + "\n")) return Answered::kOver;
  return hand_back_answer();
}

GpgRelay::Answered GpgRelay::hand_back_answer() {
  while (const auto line = agent_.next()) {
    if (!tell_client(*line)) return Answered::kOver;
    if (is_word(*line, "OK")) return Answered::kOk;
    if (is_word(*line, "ERR")) return Answered::kError;
    if (is_word(*line, "INQUIRE") && !hand_on_data()) return Answered::kOver;
  }
  return Answered::kOver;
}

bool GpgRelay::hand_on_data() {
  while (const auto line = client_.next()) {
    const InquiryLine kind = read_inquiry_line(*line);
    if (kind == InquiryLine::kUnknown || !write_whole(link_.agent, *line + "\n")) return false;
    if (kind == InquiryLine::kEnd) return true;
  }
  return false;
}

void GpgRelay::note(const GpgCommand& command) {
  if (command.name == "RESET") grip_ = hash_ = description_ = {};
  // gpg-agent leaves out what stands behind it; a question must not say it as if guard did.
  if (command.name == "SIGKEY" || command.name == "SETKEY")
    grip_ = command.rest.substr(0, command.rest.find(' '));
  if (command.name == "SETHASH") hash_ = command.rest;
  if (command.name == "SETKEYDESC") description_ = command.rest;
}

KeyRequest GpgRelay::request_of(const GpgCommand& command) const {
  KeyRequest request;
  request.agent = "gpg";
  if (command.kind == GpgKind::kKeys) {
    request.use = KeyUse::kKeys;
    request.words = "have the gpg agent do " + command.name;
    if (command.name == "SCD")
      request.words += " " + safe_text(command.rest.substr(0, command.rest.find(' ')));
    return request;
  }
  const bool signs = command.kind == GpgKind::kSign;
  const std::string user = user_in_description(description_);
  const std::string key = grip_.empty() ? "that it did not name" : grip_;
  request.use = signs ? KeyUse::kSigned : KeyUse::kDecrypt;
  request.words = std::string(signs ? "sign" : "decrypt") + " by gpg with the key " +
                  safe_text(key) +
                  (user.empty() ? "" : ", which the program calls " + command_text({user}));
  if (signs) request.details = {"hash " + safe_text(hash_)};
  if (!grip_.empty()) request.pattern = (signs ? "gpg-sign " : "gpg-decrypt ") + grip_;
  return request;
}

}  // namespace guard::supervisor
