// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/content_look.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <string>

#include "base/files/unique_fd.h"
#include "base/limits.h"

namespace guard::supervisor {
namespace {

struct Opening {
  std::string_view begins;
  std::string_view kind;
  bool is_public = false;
};

constexpr std::array kOpenings = {
    Opening{"-----BEGIN CERTIFICATE", "a certificate", true},
    Opening{"-----BEGIN TRUSTED CERTIFICATE", "a certificate", true},
    Opening{"-----BEGIN X509 CRL", "a list of certificates", true},
    Opening{"-----BEGIN PUBLIC KEY", "a public key", true},
    Opening{"-----BEGIN RSA PUBLIC KEY", "a public key", true},
    Opening{"-----BEGIN PGP PUBLIC KEY", "a public key", true},
    Opening{"-----BEGIN OPENSSH PRIVATE KEY", "a private key"},
    Opening{"-----BEGIN", "a key or certificate"},
    Opening{"PuTTY-User-Key-File", "a private key"},
    Opening{"machine ", "logins of hosts (netrc)"},
    Opening{"SQLite format 3", "a database"},
    Opening{"<?xml", "XML"},
    Opening{"#!", "a script"},
    Opening{"#", "a comment"},
    Opening{"{", "JSON"},
    Opening{"[", "sections of settings, or a list"},
};
constexpr std::string_view kPrivate = "PRIVATE KEY";  // of any kind
constexpr std::size_t kStart = 256;
constexpr std::size_t kLongest =
    size_limit("content.bytes");  // all certificates of a system are some 200 KB

// False: not all of it is there.
bool read_up_to(int file, std::size_t size, std::string& text) {
  while (text.size() < size) {
    std::array<char, 16384> piece{};
    const std::size_t wanted = std::min(piece.size(), size - text.size());
    const ssize_t got = ::read(file, piece.data(), wanted);
    if (got < 0) return false;
    if (got == 0) return true;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  return true;
}

const Opening* opening_of(std::string_view text) {
  const auto* const found =
      std::find_if(kOpenings.begin(), kOpenings.end(),
                   [&](const Opening& opening) { return text.starts_with(opening.begins); });
  return found == kOpenings.end() ? nullptr : found;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

bool is_name(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char byte) {
    return std::isalnum(byte) != 0 || byte == '_' || byte == '-' || byte == '.' || byte == ' ';
  });
}

bool names_something(std::string_view line, char sign) {
  const std::size_t at = line.find(sign);
  return at != std::string_view::npos && is_name(line.substr(0, at));
}

bool is_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char byte) {
    return byte >= ' ' || byte == '\t' || byte == '\n' || byte == '\r';
  });
}

}  // namespace

std::string_view kind_of_content(std::string_view beginning) {
  if (beginning.empty()) return "empty";
  const std::string_view line = first_line(beginning);
  if (line.starts_with("-----BEGIN") && line.find(kPrivate) != std::string_view::npos)
    return "a private key";
  if (const Opening* known = opening_of(beginning)) return known->kind;
  if (!is_text(beginning)) return "binary data";
  if (names_something(line, '=')) return "settings (NAME=VALUE)";
  return names_something(line, ':') ? "settings (NAME: VALUE)" : "text";
}

ContentLook look_at_content(int object) {
  const std::string path = "/proc/self/fd/" + std::to_string(object);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.valid()) return {{}, false, errno == EWOULDBLOCK};
  std::string text;
  if (!read_up_to(file.get(), kStart, text)) return {};
  ContentLook look{kind_of_content(text), false, false};
  const Opening* const opening = opening_of(text);
  if (opening == nullptr || !opening->is_public) return look;
  const bool whole = read_up_to(file.get(), kLongest, text) && text.size() < kLongest;
  look.is_public = whole && text.find(kPrivate) == std::string::npos;
  if (!look.is_public) look.kind = "a certificate, and more";
  return look;
}

}  // namespace guard::supervisor
