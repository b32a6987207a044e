// SPDX-License-Identifier: Apache-2.0
#include "supervisor/public_content.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/unique_fd.h"

namespace guard::supervisor {
namespace {

constexpr std::array kPublicHeaders = {std::string_view("-----BEGIN CERTIFICATE"),
                                       std::string_view("-----BEGIN TRUSTED CERTIFICATE"),
                                       std::string_view("-----BEGIN PUBLIC KEY"),
                                       std::string_view("-----BEGIN RSA PUBLIC KEY"),
                                       std::string_view("-----BEGIN PGP PUBLIC KEY"),
                                       std::string_view("-----BEGIN X509 CRL")};
constexpr std::string_view kPrivate = "PRIVATE KEY";  // of any kind
constexpr std::size_t kStart = 64;
constexpr std::size_t kLongest = 1U << 20U;  // all certificates of a system are some 200 KB

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

bool begins_as_public(std::string_view text) {
  return std::any_of(kPublicHeaders.begin(), kPublicHeaders.end(),
                     [&](std::string_view header) { return text.starts_with(header); });
}

}  // namespace

bool is_public_content(int object) {
  const std::string path = "/proc/self/fd/" + std::to_string(object);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  std::string text;
  if (!file.valid() || !read_up_to(file.get(), kStart, text) || !begins_as_public(text))
    return false;
  if (!read_up_to(file.get(), kLongest, text) || text.size() == kLongest) return false;
  return text.find(kPrivate) == std::string::npos;
}

}  // namespace guard::supervisor
