// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/secret_shapes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "supervisor/audit/redaction/text_runs.h"

namespace guard::supervisor {
namespace {

// The characters that may follow the prefix.
enum class Alphabet {
  kAlnum,
  kWord,      // and _
  kWordDash,  // and _ -
  kToken,     // and _ - . =
  kPath,      // and /
  kHex,       // lower case
  kUpper,     // A-Z 0-9
};

constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_alnum(char c) {
  return is_digit(c) || is_lower(c) || is_upper(c);
}

constexpr bool belongs_to(Alphabet alphabet, char c) {
  using enum Alphabet;
  if (alphabet == kHex) return is_digit(c) || (c >= 'a' && c <= 'f');
  if (alphabet == kUpper) return is_digit(c) || is_upper(c);
  if (is_alnum(c)) return true;
  if (alphabet == kPath) return c == '/';
  if (c == '_') return alphabet != kAlnum;
  if (c == '-') return alphabet == kWordDash || alphabet == kToken;
  return alphabet == kToken && (c == '.' || c == '=');
}

// kInside: the prefix is so rare that it counts in the middle of a word too. kStart: no letter or
// digit may stand before it. kOrdinary: and it is so common that a digit must be in the run.
enum class Edge { kInside, kStart, kOrdinary };

struct Shape {
  std::string_view kind;
  std::string_view prefix;
  Alphabet alphabet;
  std::size_t min;  // length of the run
  std::size_t max;  // 0: any
  double min_entropy;
  Edge edge = Edge::kInside;
  std::size_t keep = std::string_view::npos;  // of the prefix; npos: all of it
};

using enum Alphabet;

// If two rows have the same beginning, the longer prefix comes first.
constexpr std::array kShapes = {
    Shape{"github", "ghp_", kAlnum, 30, 0, 3},
    Shape{"github", "gho_", kAlnum, 30, 0, 3},
    Shape{"github", "ghu_", kAlnum, 30, 0, 3},
    Shape{"github", "ghs_", kAlnum, 30, 0, 3},
    Shape{"github", "ghr_", kAlnum, 30, 0, 3},
    Shape{"github", "github_pat_", kWord, 50, 0, 3},
    Shape{"gitlab", "glpat-", kWordDash, 20, 0, 3},
    Shape{"gitlab", "glrt-", kWordDash, 20, 0, 3},
    Shape{"gitlab", "gldt-", kWordDash, 20, 0, 3},
    Shape{"gitlab", "glptt-", kWordDash, 20, 0, 3},
    Shape{"gitlab", "glcbt-", kWordDash, 20, 0, 3},
    Shape{"anthropic", "sk-ant-", kWordDash, 20, 0, 3},
    Shape{"openai", "sk-proj-", kWordDash, 20, 0, 3, Edge::kStart},
    Shape{"openai", "sk-svcacct-", kWordDash, 20, 0, 3, Edge::kStart},
    Shape{"openai", "sk-admin-", kWordDash, 20, 0, 3, Edge::kStart},
    Shape{"openai", "sk-", kWordDash, 32, 0, 3, Edge::kOrdinary},
    Shape{"aws", "A3T", kUpper, 17, 17, 3, Edge::kStart},
    Shape{"aws", "AKIA", kUpper, 16, 16, 3, Edge::kStart},
    Shape{"aws", "ASIA", kUpper, 16, 16, 3, Edge::kStart},
    Shape{"aws", "ABIA", kUpper, 16, 16, 3, Edge::kStart},
    Shape{"aws", "ACCA", kUpper, 16, 16, 3, Edge::kStart},
    Shape{"slack", "xoxb-", kWordDash, 20, 0, 2},
    Shape{"slack", "xoxp-", kWordDash, 20, 0, 2},
    Shape{"slack", "xoxe-", kWordDash, 20, 0, 2},
    Shape{"slack", "xoxa-", kWordDash, 20, 0, 2},
    Shape{"slack", "xoxr-", kWordDash, 20, 0, 2},
    Shape{"slack", "xoxs-", kWordDash, 20, 0, 2},
    Shape{"slack", "xapp-", kWordDash, 20, 0, 2},
    Shape{"slack", "hooks.slack.com/services/", kPath, 20, 0, 2},
    Shape{"google", "AIza", kWordDash, 35, 0, 3},
    Shape{"google", "ya29.", kToken, 30, 0, 3},
    Shape{"google", "GOCSPX-", kWordDash, 24, 0, 3},
    Shape{"stripe", "sk_live_", kAlnum, 10, 0, 2},
    Shape{"stripe", "sk_test_", kAlnum, 10, 0, 2},
    Shape{"stripe", "sk_prod_", kAlnum, 10, 0, 2},
    Shape{"stripe", "rk_live_", kAlnum, 10, 0, 2},
    Shape{"stripe", "rk_test_", kAlnum, 10, 0, 2},
    Shape{"stripe", "rk_prod_", kAlnum, 10, 0, 2},
    Shape{"lenient", "sk_", kWord, 16, 0, 3, Edge::kOrdinary},
    Shape{"npm", "npm_", kAlnum, 30, 0, 3},
    Shape{"pypi", "pypi-AgE", kWordDash, 50, 0, 3, Edge::kInside, 5},
    Shape{"huggingface", "hf_", kAlnum, 30, 0, 3, Edge::kStart},
    Shape{"digitalocean", "dop_v1_", kHex, 64, 0, 3},
    Shape{"digitalocean", "doo_v1_", kHex, 64, 0, 3},
    Shape{"digitalocean", "dor_v1_", kHex, 64, 0, 3},
    Shape{"databricks", "dapi", kHex, 32, 0, 2, Edge::kStart},
    Shape{"sendgrid", "SG.", kToken, 50, 0, 3, Edge::kStart},
    Shape{"vault", "hvs.", kWordDash, 24, 0, 3, Edge::kStart},
    Shape{"vault", "hvb.", kWordDash, 24, 0, 3, Edge::kStart},
    Shape{"1password", "ops_eyJ", kToken, 50, 0, 3, Edge::kInside, 4},
    Shape{"age", "AGE-SECRET-KEY-1", kUpper, 50, 0, 3},
    Shape{"shopify", "shpat_", kHex, 32, 0, 2},
    Shape{"shopify", "shpss_", kHex, 32, 0, 2},
    Shape{"docker", "dckr_pat_", kWordDash, 20, 0, 3},
    Shape{"atlassian", "ATATT3", kToken, 50, 0, 3},
    Shape{"rubygems", "rubygems_", kHex, 48, 0, 3},
    Shape{"linear", "lin_api_", kAlnum, 32, 0, 3},
};

static_assert(std::all_of(kShapes.begin(), kShapes.end(),
                          [](const Shape& shape) { return shape.prefix.size() >= 2; }));

constexpr std::size_t kDecideWithin = 256;  // what is longer is judged by its beginning

std::size_t run_length(Alphabet alphabet, std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && belongs_to(alphabet, text[length])) ++length;
  return length;
}

bool edge_holds(const Shape& shape, std::string_view text, std::size_t at) {
  return shape.edge == Edge::kInside || at == 0 || !is_alnum(text[at - 1]) ||
         behind_escape(text, at);
}

std::optional<Secret> match(const Shape& shape, std::string_view text, std::size_t at) {
  // Every prefix has two characters; the second tells most rows apart without a comparison.
  if (at + 1 >= text.size() || text[at + 1] != shape.prefix[1]) return std::nullopt;
  if (!text.substr(at).starts_with(shape.prefix) || !edge_holds(shape, text, at)) {
    return std::nullopt;
  }
  const std::string_view rest = text.substr(at + shape.prefix.size());
  const std::size_t seen = run_length(shape.alphabet, rest.substr(0, kDecideWithin));
  const std::string_view run = rest.substr(0, seen);
  if (seen < shape.min || (shape.max != 0 && seen > shape.max)) return std::nullopt;
  if (entropy_of(run) < shape.min_entropy) return std::nullopt;
  if (shape.edge == Edge::kOrdinary && !has_digit(run)) return std::nullopt;
  const std::size_t length = shape.prefix.size() + run_length(shape.alphabet, rest);
  return Secret{text.substr(at, length), std::min(shape.keep, shape.prefix.size())};
}

using Rows = std::vector<const Shape*>;

std::array<Rows, 256> index_by_first_character() {
  std::array<Rows, 256> index;
  for (const Shape& shape : kShapes) {
    index[static_cast<unsigned char>(shape.prefix.front())].push_back(&shape);
  }
  return index;
}

}  // namespace

std::optional<Secret> shaped_secret_at(std::string_view text, std::size_t at) {
  static const std::array<Rows, 256> kIndex = index_by_first_character();
  for (const Shape* shape : kIndex[static_cast<unsigned char>(text[at])]) {
    if (auto secret = match(*shape, text, at)) return secret;
  }
  return std::nullopt;
}

Secret whole_secret(std::string_view value) {
  const auto shaped = value.empty() ? std::nullopt : shaped_secret_at(value, 0);
  if (shaped && shaped->bytes.size() == value.size()) return *shaped;
  return {value, 0};
}

}  // namespace guard::supervisor
