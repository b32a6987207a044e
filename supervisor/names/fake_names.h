// SPDX-License-Identifier: Apache-2.0
// FakeNames: one address for each name that the tree asked a name server for, which stands for
// exactly that name for as long as the session lives: 198.18.0.0/15 (RFC 2544) and 2001:2::/48
// (RFC 5180), both kept for benchmarks, so no host of the internet has one of them. A program
// connects to it; guard knows the name by it, and puts the real address in. Bounded: a name
// beyond kMost gets none, and its lookup fails. Any thread; one mutex.
#ifndef GUARD_SUPERVISOR_NAMES_FAKE_NAMES_H_
#define GUARD_SUPERVISOR_NAMES_FAKE_NAMES_H_

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/limits.h"

namespace guard::supervisor {

class FakeNames {
 public:
  static constexpr std::size_t kMost = size_limit("names.fake");

  // In the network's byte order: 4 and 16 bytes. NAME in lower case, without the last dot.
  [[nodiscard]] std::optional<std::string> v4_of(const std::string& name);
  [[nodiscard]] std::optional<std::string> v6_of(const std::string& name);
  // ADDRESS as policy::canonical_address writes it. nullopt: it stands for no name.
  [[nodiscard]] std::optional<std::string> name_at(std::string_view address) const;

 private:
  [[nodiscard]] std::optional<std::uint32_t> number_of(const std::string& name);

  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;  // number n at n - 1
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_FAKE_NAMES_H_
