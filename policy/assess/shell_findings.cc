// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/shell_findings.h"

#include <algorithm>
#include <array>

#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

constexpr auto kWriteOperators =
    std::to_array<std::string_view>({">", ">>", ">|", "&>", "&>>", ">&", "<>"});

Assessment finding(std::string rule, int tier, bool block, Category category, std::string reason) {
  Assessment out;
  out.categories = {category};
  out.tier = tier;
  out.block = block;
  out.rule = std::move(rule);
  out.reason = std::move(reason);
  return out;
}

bool is_descriptor(const ShellWord& word) {
  return word.text == "-" ||
         (!word.text.empty() && word.text.find_first_not_of("0123456789-") == std::string::npos);
}

}  // namespace

Assessment fork_bomb_finding() {
  return finding(own_rule("shell.fork_bomb"), 3, true, Category::kSystemImpact,
                 "the text defines a function that multiplies itself without end (a fork bomb)");
}

Assessment device_finding(const std::string& path) {
  auto out = finding(own_rule("shell.device_write"), 3, true, Category::kSystemImpact,
                     "a redirection writes over the disk " + path);
  out.details = {path};
  return out;
}

Assessment unread_finding() {
  auto out = finding(own_rule("shell.unread"), 2, false, Category::kExecArbitrary,
                     "the shell text is too long or too deep to be read before it runs");
  out.alternative = "Write it to a file and run that, or run it in smaller pieces.";
  return out;
}

Assessment feed_finding(const InterpreterFeed& feed) {
  const bool network = feed.source == FeedSource::kNetwork;
  auto out = finding(
      network ? own_rule("shell.pipe_to_interpreter") : own_rule("shell.decoded_to_interpreter"), 2,
      false, Category::kExecArbitrary,
      network ? "runs what " + feed.from + " fetches as a program of " + feed.to + ", unseen"
              : "runs what " + feed.from + " decodes as a program of " + feed.to + ", unseen");
  out.alternative = network ? "Download to a file, show it, and run it after it was read."
                            : "Decode to a file, show it, and run it after it was read.";
  return out;
}

bool writes(const Redirection& redirection) {
  const bool known = std::find(kWriteOperators.begin(), kWriteOperators.end(), redirection.op) !=
                     kWriteOperators.end();
  return known && !(redirection.op == ">&" && is_descriptor(redirection.target));
}

bool is_usable(const ShellWord& word) {
  return word.literal || word.base != WordBase::kNone;
}

std::string value_of(const ShellWord& word, const std::string& cwd, const std::string& home,
                     bool as_pattern) {
  if (word.base == WordBase::kHome) return home + word.below;
  if (word.base == WordBase::kCwd) return cwd + word.below;
  if (word.base == WordBase::kMade) return kMadeName + word.below;
  return as_pattern && word.glob && word.literal ? word.pattern : word.text;
}

}  // namespace guard::policy
