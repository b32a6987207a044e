// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/fake_names.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <cstring>

namespace guard::supervisor {
namespace {

constexpr std::uint32_t kFirst4 = 0xC6120000;                                // 198.18.0.0
constexpr std::uint32_t kSize4 = 0x20000;                                    // /15
constexpr std::array<unsigned char, 12> kFirst6 = {0x20, 0x01, 0x00, 0x02};  // 2001:2::, and zeros
static_assert(FakeNames::kMost < kSize4);

std::string bytes_of(std::uint32_t number) {
  const std::uint32_t wire = htonl(number);
  std::string bytes(sizeof(wire), '\0');
  std::memcpy(bytes.data(), &wire, sizeof(wire));
  return bytes;
}

// 0: ADDRESS is none of these.
std::uint32_t number_in(std::string_view address) {
  const std::string text(address);
  in_addr v4{};
  if (::inet_pton(AF_INET, text.c_str(), &v4) == 1) {
    const std::uint32_t number = ntohl(v4.s_addr) - kFirst4;
    return number < kSize4 ? number : 0;
  }
  in6_addr v6{};
  if (::inet_pton(AF_INET6, text.c_str(), &v6) != 1 ||
      std::memcmp(v6.s6_addr, kFirst6.data(), kFirst6.size()) != 0)
    return 0;
  std::uint32_t wire = 0;
  std::memcpy(&wire, v6.s6_addr + kFirst6.size(), sizeof(wire));
  return ntohl(wire);
}

}  // namespace

std::optional<std::uint32_t> FakeNames::number_of(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
  if (names_.size() >= kMost) return std::nullopt;
  names_.push_back(name);
  const auto number = static_cast<std::uint32_t>(names_.size());
  numbers_.emplace(name, number);
  return number;
}

std::optional<std::string> FakeNames::v4_of(const std::string& name) {
  const auto number = number_of(name);
  if (!number) return std::nullopt;
  return bytes_of(kFirst4 + *number);
}

std::optional<std::string> FakeNames::v6_of(const std::string& name) {
  const auto number = number_of(name);
  if (!number) return std::nullopt;
  return std::string(kFirst6.begin(), kFirst6.end()) + bytes_of(*number);
}

std::optional<std::string> FakeNames::name_at(std::string_view address) const {
  const std::uint32_t number = number_in(address);
  const std::lock_guard lock(mutex_);
  if (number == 0 || number > names_.size()) return std::nullopt;
  return names_[number - 1];
}

}  // namespace guard::supervisor
