// SPDX-License-Identifier: Apache-2.0
#include "policy/text/scalars.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "base/limits.h"
#include "base/text/edit_distance.h"

namespace guard::policy {
namespace {

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};
// The longest first: a duration is written in the largest unit that divides it.
constexpr std::array<Unit, 4> kDurationUnits = {{{"d", 86400}, {"h", 3600}, {"m", 60}, {"s", 1}}};
constexpr std::array<Unit, 9> kSizeUnits = {{{"B", 1},
                                             {"kB", 1000},
                                             {"MB", 1000 * 1000},
                                             {"GB", 1000ULL * 1000 * 1000},
                                             {"TB", 1000ULL * 1000 * 1000 * 1000},
                                             {"KiB", 1ULL << 10},
                                             {"MiB", 1ULL << 20},
                                             {"GiB", 1ULL << 30},
                                             {"TiB", 1ULL << 40}}};
constexpr std::uint64_t kTenYears = limit("policy.duration");

// "24h" as 24 * 3600. The number has at most nine digits, so the product cannot overflow.
template <std::size_t N>
std::optional<std::uint64_t> parse_amount(std::string_view text, const std::array<Unit, N>& units) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || digits > 9) return std::nullopt;
  const auto unit = std::ranges::find(units, text.substr(digits), &Unit::name);
  if (unit == units.end()) return std::nullopt;
  return number * unit->factor;
}

}  // namespace

std::optional<bool> parse_bool(std::string_view text) {
  if (text == "true" || text == "on" || text == "yes") return true;
  if (text == "false" || text == "off" || text == "no") return false;
  return std::nullopt;
}

std::optional<int> parse_integer(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::chrono::seconds> parse_duration(std::string_view text) {
  const auto amount = parse_amount(text, kDurationUnits);
  if (!amount || *amount == 0 || *amount > kTenYears) return std::nullopt;
  return std::chrono::seconds(static_cast<std::int64_t>(*amount));
}

std::string duration_text(std::chrono::seconds duration) {
  const auto amount = static_cast<std::uint64_t>(duration.count());
  for (const auto& unit : kDurationUnits) {
    if (amount % unit.factor == 0) {
      return std::to_string(amount / unit.factor) + std::string(unit.name);
    }
  }
  return {};
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const auto amount = parse_amount(text, kSizeUnits);
  return amount && *amount > 0 ? amount : std::nullopt;
}

std::string_view nearest_of(std::string_view typed,
                            const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, typed.size() / 3) + 1;
  if (typed.size() > 64) return best;
  const auto same_letters = [typed](std::string_view candidate) {
    return std::ranges::equal(typed, candidate, [](unsigned char a, unsigned char b) {
      return std::tolower(a) == std::tolower(b);
    });
  };
  if (const auto same = std::ranges::find_if(candidates, same_letters); same != candidates.end())
    return *same;
  // The one that begins so was not written to its end.
  const auto begins = [typed](std::string_view candidate) { return candidate.starts_with(typed); };
  constexpr std::size_t kTelling = 4;
  if (typed.size() >= kTelling && std::ranges::count_if(candidates, begins) == 1)
    return *std::ranges::find_if(candidates, begins);
  for (const auto candidate : candidates) {
    if (!may_be_within(typed, candidate, best_distance)) continue;
    const std::size_t distance = edit_distance(typed, candidate);
    // Three wrong letters out of three are another word, not a typing error.
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace guard::policy
