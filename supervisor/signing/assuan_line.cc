// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/assuan_line.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

using GpgKind = GpgCommand::Kind;

struct KnownCommand {
  std::string_view name;
  GpgKind kind;
};

constexpr auto kCommands = std::to_array<KnownCommand>({
    {"NOP", GpgKind::kFree},
    {"BYE", GpgKind::kFree},
    {"RESET", GpgKind::kFree},
    {"GETINFO", GpgKind::kFree},
    {"GETEVENTCOUNTER", GpgKind::kFree},
    {"HAVEKEY", GpgKind::kFree},
    {"KEYINFO", GpgKind::kFree},
    {"READKEY", GpgKind::kFree},
    {"ISTRUSTED", GpgKind::kFree},
    {"LISTTRUSTED", GpgKind::kFree},
    {"SIGKEY", GpgKind::kFree},
    {"SETKEY", GpgKind::kFree},
    {"SETKEYDESC", GpgKind::kFree},
    {"SETHASH", GpgKind::kFree},
    // A key for one connection, under which another command hands out what is asked about there.
    {"KEYWRAP_KEY", GpgKind::kFree},
    {"PKSIGN", GpgKind::kSign},
    {"PKDECRYPT", GpgKind::kDecrypt},
    {"GENKEY", GpgKind::kKeys},
    {"IMPORT_KEY", GpgKind::kKeys},
    {"EXPORT_KEY", GpgKind::kKeys},
    {"DELETE_KEY", GpgKind::kKeys},
    {"PASSWD", GpgKind::kKeys},
    {"GET_PASSPHRASE", GpgKind::kKeys},
    {"PRESET_PASSPHRASE", GpgKind::kKeys},
    {"CLEAR_PASSPHRASE", GpgKind::kKeys},
    {"GET_CONFIRMATION", GpgKind::kKeys},
    {"MARKTRUSTED", GpgKind::kKeys},
    {"KEYTOCARD", GpgKind::kKeys},
    {"KEYTOTPM", GpgKind::kKeys},
    {"KEYATTR", GpgKind::kKeys},
    {"LEARN", GpgKind::kKeys},
    {"UPDATESTARTUPTTY", GpgKind::kKeys},
    {"RELOADAGENT", GpgKind::kKeys},
    {"KILLAGENT", GpgKind::kKeys},
});

// They say where and how the agent asks its user.
constexpr auto kOptions = std::to_array<std::string_view>(
    {"display", "ttyname", "ttytype", "lc-ctype", "lc-messages", "xauthority", "pinentry-user-data",
     "putenv", "agent-awareness", "allow-pinentry-notify", "pinentry-mode", "s2k-count",
     "use-cache-for-signing", "pretend-request-origin"});

// These are for a card: they show what lies on it.
constexpr auto kOfCard = std::to_array<std::string_view>(
    {"SERIALNO", "GETINFO", "GETATTR", "READKEY", "KEYINFO", "DEVINFO", "LEARN"});

std::string in_capitals(std::string_view word) {
  std::string out(word);
  std::ranges::transform(out, out.begin(), [](unsigned char letter) {
    return static_cast<char>(std::toupper(letter));
  });
  return out;
}

bool is_plain(std::string_view line) {
  return std::ranges::none_of(line, [](unsigned char byte) { return byte < ' ' && byte != '\t'; });
}

GpgKind kind_of_option(std::string_view rest) {
  if (rest.starts_with("--")) rest.remove_prefix(2);
  const std::string_view name = rest.substr(0, rest.find_first_of(" \t="));
  return std::ranges::find(kOptions, name) == kOptions.end() ? GpgKind::kUnknown : GpgKind::kFree;
}

GpgKind kind_of_card(std::string_view rest) {
  const std::string name = in_capitals(rest.substr(0, rest.find_first_of(" \t")));
  return std::ranges::find(kOfCard, name) == kOfCard.end() ? GpgKind::kKeys : GpgKind::kFree;
}

// gpg-agent of another version takes options there, and which key it uses then guard cannot tell.
bool names_key(std::string_view rest) {
  const std::string_view grip = rest.substr(0, rest.find_first_of(" \t"));
  return !grip.empty() &&
         std::ranges::all_of(grip, [](unsigned char digit) { return std::isxdigit(digit) != 0; });
}

GpgKind kind_of(const GpgCommand& command) {
  const bool chooses = command.name == "SIGKEY" || command.name == "SETKEY";
  if (chooses && !names_key(command.rest)) return GpgKind::kUnknown;
  if (command.name == "OPTION") return kind_of_option(command.rest);
  if (command.name == "SCD") return kind_of_card(command.rest);
  const auto known = std::ranges::find(kCommands, command.name, &KnownCommand::name);
  return known == kCommands.end() ? GpgKind::kUnknown : known->kind;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string byte;
    if (text[at] == '%' && at + 2 < text.size()) {
      std::string hex(text.substr(at + 1, 2));
      std::ranges::transform(hex, hex.begin(), [](unsigned char digit) {
        return static_cast<char>(std::tolower(digit));
      });
      byte = bytes_of_hex(hex);
    }
    if (!byte.empty()) at += 2;
    out += !byte.empty() ? byte.front() : text[at] == '+' ? ' ' : text[at];
  }
  return out;
}

}  // namespace

GpgCommand read_gpg_line(std::string_view line) {
  GpgCommand command;
  if (line.empty() || line.front() == '#') command.kind = GpgKind::kNothing;
  if (line.empty() || line.front() == '#' || !is_plain(line)) return command;
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  command.name = in_capitals(line.substr(0, end));
  command.rest = line.substr(std::min(line.find_first_not_of(" \t", end), line.size()));
  command.kind = kind_of(command);
  return command;
}

InquiryLine read_inquiry_line(std::string_view line) {
  if (line.starts_with("D ")) return InquiryLine::kData;
  return line == "END" || line == "CAN" ? InquiryLine::kEnd : InquiryLine::kUnknown;
}

std::string user_in_description(std::string_view description) {
  const std::string text = decoded(description);
  const std::size_t open = text.find('"');
  const std::size_t close = open == std::string::npos ? open : text.find('"', open + 1);
  return close == std::string::npos ? std::string() : text.substr(open + 1, close - open - 1);
}

}  // namespace guard::supervisor
