// SPDX-License-Identifier: Apache-2.0
#include "policy/load/contradictions.h"

#include <algorithm>
#include <string_view>

#include "policy/network/host_pattern.h"
#include "policy/network/named_place.h"
#include "policy/text/excepted.h"
#include "policy/text/glob.h"
#include "policy/text/glob_sample.h"

namespace guard::policy {
namespace {

constexpr int kTierOfPersons = 3;

// Both lists hold when one of their members does: whatever fits B fits A.
template <class Item>
bool takes_in(const std::vector<Item>& a, const std::vector<Item>& b) {
  if (a.empty()) return true;
  return !b.empty() && std::ranges::all_of(b, [&](const Item& item) {
    return std::ranges::find(a, item) != a.end();
  });
}

bool takes_in_paths(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const bool has_exceptions =
      std::ranges::any_of(a, is_exception) || std::ranges::any_of(b, is_exception);
  return has_exceptions ? a == b || a.empty() : takes_in(a, b);
}

// By the words alone: "git*" is not seen to take in "git".
bool takes_in(const Condition& a, const Condition& b) {
  return takes_in(a.command, b.command) && takes_in(a.subcommand, b.subcommand) &&
         takes_in(a.flags, b.flags) && takes_in(a.has, b.has) && takes_in(a.act, b.act) &&
         takes_in_paths(a.path, b.path) && takes_in(a.mentions, b.mentions) &&
         (!a.outside || b.outside) && takes_in(a.host, b.host) &&
         takes_in(a.category, b.category) && (!a.no_category || b.no_category) &&
         a.min_tier.value_or(0) <= b.min_tier.value_or(0);
}

int rank_of(Verdict verdict) {
  return verdict == Verdict::kAllow ? 0 : verdict == Verdict::kAsk ? 1 : 2;
}

bool is_of_any_name(std::string_view pattern) {
  return pattern.find_first_not_of("*?/~.") == std::string_view::npos;
}

bool narrows(const std::vector<std::string>& names) {
  return !names.empty() && std::ranges::none_of(names, is_of_any_name);
}

bool is_free(PathClass path_class) {
  return path_class == PathClass::kTmp || path_class == PathClass::kCache ||
         path_class == PathClass::kOwnState;
}

// PATTERN stands for a path that the earlier one takes.
bool is_taken_by(const std::string& earlier, const std::string& pattern) {
  constexpr const char* kWorkspace = "/w";
  constexpr const char* kHome = "/h";
  const std::string sample = glob_sample(anchored_glob(pattern, kWorkspace, kHome), "x");
  return earlier == pattern || path_glob_matches(anchored_glob(earlier, kWorkspace, kHome), sample);
}

// It says no more than which hosts it is about.
bool is_about_hosts_alone(const Condition& when) {
  Condition rest = when;
  rest.host.clear();
  if (rest.act == std::vector{Act::kConnect}) rest.act.clear();
  return !when.host.empty() && rest == Condition{};
}

// PATTERN takes each connection that ENTRY of network.allow stands for.
bool takes_host(const std::string& pattern, const std::string& entry) {
  if (pattern == entry) return true;
  if (host_pattern_is_of_many_names(entry) || name_to_look_up(entry).empty()) return false;
  const auto place = place_of_authority(entry, 0);
  if (!place) return false;
  return host_matches(pattern, destination_of(*place), HostUse::kRestricts);
}

std::string listed(const std::pair<std::string, PathClass>& entry) {
  return std::string(name_of(entry.second)) + ": \"" + entry.first + "\"";
}

}  // namespace

std::string doubt_about_cover(const Rule& rule, const Policy& policy) {
  if (!rule.decides) return {};
  const auto goes_before = [&](const Rule& other) {
    return other.decides && rank_of(other.decision) > rank_of(rule.decision) &&
           takes_in(other.when, rule.when);
  };
  const auto other = std::ranges::find_if(policy.rules, goes_before);
  if (other == policy.rules.end()) return {};
  return "never decides: rule " + other->id + " (" + other->source + ") " +
         (other->decision == Verdict::kDeny ? "denies" : "asks about") +
         " all that it holds for, and goes before it";
}

std::string doubt_about_breadth(const Rule& rule) {
  const Condition& when = rule.when;
  const bool says_tier3 = when.min_tier.value_or(0) >= kTierOfPersons;
  const bool allows = rule.decides && rule.decision == Verdict::kAllow;
  if (!allows || !says_tier3 || narrows(when.command) || narrows(when.path) || narrows(when.host))
    return {};
  return "lets acts of tier 3 go unasked wherever they are: name the command, the path or the host "
         "that you mean";
}

std::vector<std::string> doubts_about_paths(const Policy& policy) {
  std::vector<std::string> doubts;
  const auto& paths = policy.paths;
  for (std::size_t later = 1; later < paths.size(); ++later) {
    for (std::size_t i = 0; i < later; ++i) {
      const bool differ = is_free(paths[i].second) != is_free(paths[later].second);
      // A guarded place within a wider free one is often meant, and stays guarded.
      const bool same = paths[i].first == paths[later].first;
      const bool counts = same || is_free(paths[i].second);
      if (differ && counts && is_taken_by(paths[i].first, paths[later].first))
        doubts.push_back("paths: " + listed(paths[later]) + " does not count: " + listed(paths[i]) +
                         " stands first and holds for it");
    }
  }
  return doubts;
}

std::vector<std::string> doubts_about_hosts(const Policy& policy) {
  std::vector<std::string> doubts;
  for (const std::string& entry : policy.network_allow) {
    const auto denies = [&](const Rule& rule) {
      return rule.decides && rule.decision == Verdict::kDeny && is_about_hosts_alone(rule.when) &&
             std::ranges::any_of(rule.when.host,
                                 [&](const auto& pattern) { return takes_host(pattern, entry); });
    };
    const auto rule = std::ranges::find_if(policy.rules, denies);
    if (rule != policy.rules.end())
      doubts.push_back("network.allow: \"" + entry + "\" is never reached: rule " + rule->id +
                       " (" + rule->source + ") denies it, and goes before it");
  }
  return doubts;
}

}  // namespace guard::policy
