// SPDX-License-Identifier: Apache-2.0
// A request's target, taken apart: "/v1/approvals/1a2b?limit=10" -> {"v1","approvals","1a2b"} and
// {limit: "10"}. Pure; input is hostile.
#ifndef GUARD_BASE_TEXT_REQUEST_TARGET_H_
#define GUARD_BASE_TEXT_REQUEST_TARGET_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard {

struct Target {
  std::vector<std::string> path;  // decoded, never empty parts
  std::map<std::string, std::string> query;
};

// kInvalid: does not begin with '/', a broken %-escape, a parameter given twice.
[[nodiscard]] Result<Target> parse_target(std::string_view text);
// Decimal digits only.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_REQUEST_TARGET_H_
