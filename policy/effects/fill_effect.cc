// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/fill_effect.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();
constexpr std::string_view kLetters = "KMGTPEZYRQ";
constexpr auto kEndlessSources =
    std::to_array<std::string_view>({"/dev/zero", "/dev/urandom", "/dev/random", "/dev/full"});

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kEndless / b ? kEndless : a * b;
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > kEndless - b ? kEndless : a + b;
}

// "": 1; "c", "w", "b": of dd; "K" and "KiB": 1024; "KB" and "kB": 1000.
std::optional<std::uint64_t> unit_of(std::string_view suffix) {
  if (suffix.empty() || suffix == "c" || suffix == "B") return 1;
  if (suffix == "w") return 2;
  if (suffix == "b") return 512;
  const char first = suffix[0] >= 'a' ? static_cast<char>(suffix[0] - 'a' + 'A') : suffix[0];
  const auto power = kLetters.find(first);
  const std::string_view rest = suffix.substr(1);
  if (power == std::string_view::npos || (!rest.empty() && rest != "B" && rest != "iB"))
    return std::nullopt;
  std::uint64_t unit = 1;
  for (std::size_t i = 0; i <= power; ++i) unit = product(unit, rest == "B" ? 1000 : 1024);
  return unit;
}

std::optional<std::uint64_t> factor_of(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return kEndless;
  const auto unit = unit_of({rest, static_cast<std::size_t>(end - rest)});
  if (!unit) return std::nullopt;
  return product(number, *unit);
}

// The bytes that are written, and where.
struct Written {
  std::uint64_t bytes = 0;
  std::string target;
};

std::optional<std::string> key_value(const CommandLine& line, std::string_view key) {
  std::optional<std::string> value;
  for (const std::string& operand : line.operands) {
    if (operand.size() > key.size() && operand.starts_with(key) && operand[key.size()] == '=')
      value = operand.substr(key.size() + 1);
  }
  return value;
}

std::uint64_t block_of(const CommandLine& line) {
  for (const std::string_view key : {"bs", "ibs"}) {
    if (const auto text = key_value(line, key)) return size_of_text(*text).value_or(kEndless);
  }
  return 512;
}

// All that dd would copy: its source has an end or not, and it may stop before.
std::optional<std::uint64_t> copied(const CommandLine& line, Facts& facts) {
  const auto source = key_value(line, "if");
  const bool endless =
      source && std::ranges::find(kEndlessSources, *source) != kEndlessSources.end();
  std::uint64_t bytes = kEndless;
  if (source && !endless) {
    const Object object = facts.object(*source, LastLink::kFollowed);
    if (object.type != ObjectType::kFile) return std::nullopt;
    bytes = object.bytes;
  }
  const auto count = key_value(line, "count");
  if (!count) return source ? std::optional(bytes) : std::nullopt;
  const auto number = size_of_text(*count);
  const auto flags = key_value(line, "iflag");
  const bool in_bytes =
      count->ends_with('B') || (flags && flags->find("count_bytes") != std::string::npos);
  return std::min(bytes, product(number.value_or(kEndless), in_bytes ? 1 : block_of(line)));
}

std::vector<Written> written_by_dd(const CommandLine& line, Facts& facts) {
  const auto target = key_value(line, "of");
  const auto bytes = target ? copied(line, facts) : std::nullopt;
  if (!bytes) return {};
  return {{*bytes, *target}};
}

std::optional<std::string> size_option(const CommandLine& line, std::string_view letter,
                                       std::string_view name) {
  auto value = line.value_of(letter);
  return value ? value : line.value_of(name);
}

// "+SIZE" and ">SIZE" grow it, "-SIZE", "<SIZE", "/SIZE" and "%SIZE" do not by much.
std::vector<Written> written_by_truncate(const CommandLine& line, Facts& /*facts*/) {
  const auto text = size_option(line, "s", "size");
  if (!text || text->empty() || (*text)[0] == '-' || (*text)[0] == '<') return {};
  const std::size_t from = std::string_view("+>/%").find((*text)[0]) != std::string_view::npos;
  const auto bytes = size_of_text(std::string_view(*text).substr(from));
  std::vector<Written> written;
  for (const std::string& operand : line.operands) {
    if (bytes) written.push_back({*bytes, operand});
  }
  return written;
}

std::vector<Written> written_by_fallocate(const CommandLine& line, Facts& /*facts*/) {
  const auto text = size_option(line, "l", "length");
  const auto bytes = text ? size_of_text(*text) : std::nullopt;
  if (!bytes || line.operands.empty()) return {};
  return {{*bytes, line.operands.back()}};
}

std::vector<Written> written_by_mkfile(const CommandLine& line, Facts& /*facts*/) {
  const auto bytes = line.operands.empty() ? std::nullopt : size_of_text(line.operands[0]);
  std::vector<Written> written;
  for (std::size_t i = 1; bytes && i < line.operands.size(); ++i) {
    written.push_back({*bytes, line.operands[i]});
  }
  return written;
}

struct Filler {
  std::string_view program;
  std::vector<Written> (*written)(const CommandLine& line, Facts& facts);
};
constexpr std::array kFillers = {
    Filler{"dd", written_by_dd}, Filler{"fallocate", written_by_fallocate},
    Filler{"truncate", written_by_truncate}, Filler{"mkfile", written_by_mkfile},
    Filler{"xfs_mkfile", written_by_mkfile}};

bool takes_room(const Object& object) {
  return object.type == ObjectType::kFile || object.type == ObjectType::kMissing;
}

Finding too_much(std::uint64_t bytes, std::uint64_t room) {
  Finding finding;
  finding.categories = {Category::kSystemImpact};
  finding.tier = 2;
  finding.rule = own_rule("fs.fills");
  finding.reason = (bytes == kEndless ? "writes without end" : "would write " + size_text(bytes)) +
                   " where " + size_text(room) + " are free";
  finding.alternative = "Write what is needed, and no more.";
  return finding;
}

}  // namespace

std::optional<std::uint64_t> size_of_text(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::uint64_t size = 1;
  while (true) {
    const std::size_t sign = std::min(text.find_first_of("x*"), text.size());
    const auto factor = factor_of(text.substr(0, sign));
    if (!factor) return std::nullopt;
    size = product(size, *factor);
    if (sign == text.size()) return size;
    text.remove_prefix(sign + 1);
  }
}

std::optional<Finding> fill_finding(const CommandLine& line, Facts& facts) {
  const auto* const filler = std::ranges::find(kFillers, line.program, &Filler::program);
  if (filler == kFillers.end()) return std::nullopt;
  std::uint64_t wanted = 0;
  std::string target;
  for (auto& [bytes, name] : filler->written(line, facts)) {
    if (!takes_room(facts.object(name, LastLink::kFollowed))) continue;
    wanted = sum(wanted, bytes);
    target = std::move(name);
  }
  if (wanted == 0) return std::nullopt;
  const std::uint64_t room = facts.free_bytes(target);
  if (wanted <= room) return std::nullopt;
  return too_much(wanted, room);
}

}  // namespace guard::policy
