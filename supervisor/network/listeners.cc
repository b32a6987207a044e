// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/listeners.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>

namespace guard::supervisor {
namespace {

constexpr std::string_view kListening = "0A";  // TCP_LISTEN, net/tcp_states.h

// The nth word of LINE, counted from 0.
std::string_view word_of(std::string_view line, int nth) {
  for (;; --nth) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    if (nth == 0 || word.empty()) return word;
    line.remove_prefix(word.size());
  }
}

// "0100007F:1F90"
bool has_port(std::string_view address, std::uint16_t port) {
  const std::string_view digits =
      address.substr(std::min(address.rfind(':'), address.size() - 1) + 1);
  unsigned value = 0;
  const auto read = std::from_chars(digits.begin(), digits.end(), value, 16);
  return read.ec == std::errc() && read.ptr == digits.end() && value == port;
}

}  // namespace

// The first line is the heading.
bool listens_by(std::string_view table, std::uint16_t port) {
  while (!table.empty()) {
    const std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    const std::string_view address = word_of(line, 1);
    if (!address.empty() && word_of(line, 3) == kListening && has_port(address, port)) return true;
  }
  return false;
}

bool anybody_listens(std::uint16_t port) {
  constexpr std::array kTables = {"/proc/net/tcp", "/proc/net/tcp6"};
  return std::ranges::any_of(kTables, [&](const char* name) {
    std::ifstream file(name);
    const std::string table{std::istreambuf_iterator<char>(file), {}};
    return table.empty() || file.bad() || listens_by(table, port);
  });
}

}  // namespace guard::supervisor
