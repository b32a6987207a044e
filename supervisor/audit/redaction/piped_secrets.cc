// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/piped_secrets.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "base/text/text.h"
#include "supervisor/audit/record/flag_rows.h"

namespace guard::supervisor {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kWriters = " echo printf yes ";

// A program that reads a secret from its standard input.
struct Reader {
  std::string_view program;  // empty: any
  std::string_view options;  // one of them makes it; empty: it always does
  char letter = 0;           // or this one among its short options, before its first operand
  bool names_user = false;   // "user:x"
};
constexpr std::array kReaders = {
    Reader{"sudo", " --stdin ", 'S'},
    Reader{"passwd", " --stdin "},
    Reader{"chpasswd", "", 0, true},
    Reader{"gh", " --with-token secret "},
    Reader{"glab", " --stdin variable "},
    Reader{"wrangler", " secret secret:put "},
    Reader{"vercel", " env "},
    Reader{"fly", " secrets "},
    Reader{"flyctl", " secrets "},
    Reader{"doppler", " secrets "},
    Reader{"gcloud", " secrets "},
    Reader{"docker", " secret "},
    Reader{"podman", " secret "},
    Reader{"kubectl", " secret "},
    Reader{"vault", " write put login "},
    Reader{"bao", " write put login "},
    Reader{"pass", " insert "},
    Reader{"gopass", " insert "},
    Reader{"secret-tool", " store "},
    Reader{"keyring", " set "},
    Reader{"cryptsetup", " open luksOpen luksFormat luksAddKey luksChangeKey "},
    Reader{"smbpasswd", " -s "},
    Reader{"htpasswd", " -i "},
    Reader{"systemd-creds", " encrypt "},
    Reader{"", " --password-stdin --pass-stdin --token-stdin --passphrase-fd --secret-stdin "},
};

// Among the options before the first operand.
bool has_letter(Words words, char letter) {
  constexpr std::string_view kValued = " -u -g -p -h -C -D -R -T -U -r -t ";  // sudo(8)
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word.size() < 2 || word.front() != '-') return false;
    if (word[1] != '-' && word.find(letter) != std::string_view::npos) return true;
    if (listed(kValued, word)) ++i;
  }
  return false;
}

// May stand before the program that a command runs.
bool goes_before(std::string_view word) {
  constexpr std::string_view kStarters =
      " sudo doas env nice nohup time command exec builtin { ! then do else ";
  return listed(kStarters, base_name(word)) || word.starts_with('-') ||
         word.find('=') != std::string_view::npos;
}

// Behind the program, where the command runs it.
std::optional<Words> behind(std::string_view program, Words command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (base_name(command[i]) == program) return command.subspan(i + 1);
    if (!goes_before(command[i])) return std::nullopt;
  }
  return std::nullopt;
}

bool reads(const Reader& reader, Words command) {
  const auto rest =
      reader.program.empty() ? std::optional(command) : behind(reader.program, command);
  if (!rest) return false;
  if (reader.options.empty()) return true;
  if (reader.letter != 0 && has_letter(*rest, reader.letter)) return true;
  return std::any_of(rest->begin(), rest->end(), [&](std::string_view word) {
    return listed(reader.options, word.substr(0, word.find('=')));
  });
}

const Reader* reader_of(Words command) {
  const auto* found = std::find_if(kReaders.begin(), kReaders.end(),
                                   [&](const Reader& reader) { return reads(reader, command); });
  return found == kReaders.end() ? nullptr : found;
}

// The words that `echo -n x`, `printf '%s\n' x` and `printf 'x\n'` write.
Words written(Words command) {
  if (command.empty() || !listed(kWriters, base_name(command.front()))) return {};
  const bool formats = base_name(command.front()) == "printf";
  command = command.subspan(1);
  while (!command.empty() && command.front().size() > 1 && command.front().front() == '-')
    command = command.subspan(1);
  if (formats && command.size() > 1 && command.front().find('%') != std::string_view::npos)
    command = command.subspan(1);
  return command;
}

void add(const Reader& reader, std::string_view word, Secrets& out) {
  if (reader.names_user) word = word.substr(word.find(':') + 1);
  if (!is_placeholder(word)) out.push_back({word, 0});
}

}  // namespace

Secrets secrets_in_pipes(const ShellPieces& pieces) {
  Secrets found;
  for (const std::size_t end : pieces.pipes()) {
    const Reader* reader = reader_of(pieces.command_at(end + 1));
    if (reader == nullptr) continue;
    for (const std::string_view word : written(pieces.command_at(end))) add(*reader, word, found);
  }
  // Many may stand in one command, which is looked at once.
  std::size_t known_to = 0;
  const Reader* reader = nullptr;
  for (const auto& [place, text] : pieces.here_strings()) {
    if (place >= known_to) {
      const Words command = pieces.command_at(place);
      reader = reader_of(command);
      known_to = pieces.end_of_command(place) + 1;
    }
    if (reader != nullptr) add(*reader, text, found);
  }
  return found;
}

}  // namespace guard::supervisor
