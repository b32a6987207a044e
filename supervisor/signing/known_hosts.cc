// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/known_hosts.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "supervisor/audit/record/digest.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostOfFile = 4U << 20U;
constexpr char kOfMachine[] = "/etc/ssh/ssh_known_hosts";

std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(word.size());
  return word;
}

// "|1|SALT|HMAC", as HashKnownHosts writes it.
bool is_hidden_name(std::string_view word, const std::string& name) {
  const std::size_t bar = word.find('|', 3);
  if (!word.starts_with("|1|") || bar == std::string_view::npos) return false;
  const auto salt = bytes_of_base64(word.substr(3, bar - 3));
  const auto digest = bytes_of_base64(word.substr(bar + 1));
  return !salt.empty() && hex_of_bytes(digest) == hmac_sha1_hex(salt, name);
}

std::string name_of_line(std::string_view names, const std::vector<std::string>& candidates) {
  if (!names.starts_with('|')) return std::string(names.substr(0, names.find(',')));
  const auto named = std::ranges::find_if(
      candidates, [&](const std::string& name) { return is_hidden_name(names, name); });
  return named == candidates.end() ? std::string() : *named;
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostOfFile, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

std::string host_name_in(std::string_view text, std::string_view key,
                         const std::vector<std::string>& candidates) {
  const std::string wanted = base64_of(key);
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view names = next_word(line);
    (void)next_word(line);  // the key's type
    std::string_view blob = next_word(line);
    blob = blob.substr(0, blob.find('='));
    // Lines with a mark are about other keys, or say that this one is revoked.
    if (names.empty() || names.starts_with('@') || names.starts_with('#') || blob != wanted)
      continue;
    if (std::string name = name_of_line(names, candidates); !name.empty()) return name;
  }
  return {};
}

std::string known_host_name(std::string_view key, const std::vector<std::string>& candidates) {
  const char* home = std::getenv("HOME");
  if (home != nullptr) {
    const std::string text = text_of_file(std::string(home) + "/.ssh/known_hosts");
    if (std::string name = host_name_in(text, key, candidates); !name.empty()) return name;
  }
  return host_name_in(text_of_file(kOfMachine), key, candidates);
}

std::vector<std::string> hosts_said_to_ssh(const std::vector<std::string>& argv) {
  std::vector<std::string> names;
  std::string port;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word == "-p" && i + 1 < argv.size()) port = argv[i + 1];
    if (word.starts_with('-') || word.find(' ') != std::string::npos) continue;
    names.push_back(word.substr(word.rfind('@') + 1));
  }
  const std::size_t bare = names.size();
  for (std::size_t i = 0; !port.empty() && i < bare; ++i)
    names.push_back("[" + names[i] + "]:" + port);
  return names;
}

}  // namespace guard::supervisor
