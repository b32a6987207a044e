// SPDX-License-Identifier: Apache-2.0
#include "console/policy/rule_change.h"

#include <algorithm>
#include <compare>
#include <string>
#include <vector>

#include "policy/text/excepted.h"

namespace guard::console {
namespace {

using policy::Condition;
using policy::Rule;
using policy::Verdict;
using Order = std::partial_ordering;

// Joins the directions of two parts of one change.
Order both(Order first, Order second) {
  if (first == 0) return second;
  if (second == 0 || first == second) return first;
  return Order::unordered;
}

template <class Item>
bool holds_all(const std::vector<Item>& list, const std::vector<Item>& items) {
  return std::ranges::all_of(
      items, [&list](const Item& item) { return std::ranges::find(list, item) != list.end(); });
}

// Greater: AFTER holds for more. A list that names nothing holds for everything.
template <class Item>
Order compared_lists(const std::vector<Item>& before, const std::vector<Item>& after) {
  const bool keeps_all = after.empty() || (!before.empty() && holds_all(after, before));
  const bool adds_none = before.empty() || (!after.empty() && holds_all(before, after));
  if (keeps_all && adds_none) return Order::equivalent;
  if (keeps_all) return Order::greater;
  return adds_none ? Order::less : Order::unordered;
}

// Behind an exception the order counts too.
Order compared_paths(const std::vector<std::string>& before,
                     const std::vector<std::string>& after) {
  if (before == after) return Order::equivalent;
  if (std::ranges::any_of(before, policy::is_exception) ||
      std::ranges::any_of(after, policy::is_exception))
    return Order::unordered;
  return compared_lists(before, after);
}

// `none` is one more item of the list.
Order compared_categories(const Condition& before, const Condition& after) {
  const auto items = [](const Condition& when) {
    std::vector<int> numbers;
    for (const policy::Category category : when.category)
      numbers.push_back(static_cast<int>(category));
    if (when.no_category) numbers.push_back(-1);
    return numbers;
  };
  return compared_lists(items(before), items(after));
}

// Beside a `path` a missing `act` leaves out reads of what is no secret; beside a `host` a missing
// `command` leaves out the git that connects there.
bool means_another(const Condition& before, const Condition& after) {
  const bool by_path = !before.path.empty() || !after.path.empty();
  const bool by_host = !before.host.empty() || !after.host.empty();
  return (by_path && before.act.empty() != after.act.empty()) ||
         (by_host && before.command.empty() != after.command.empty());
}

// Greater: AFTER holds for more acts.
Order compared_reach(const Condition& before, const Condition& after) {
  if (means_another(before, after)) return Order::unordered;
  Order order = compared_categories(before, after);
  order = both(order, compared_paths(before.path, after.path));
  for (const auto list : {&Condition::command, &Condition::subcommand, &Condition::flags,
                          &Condition::has, &Condition::mentions, &Condition::host})
    order = both(order, compared_lists(before.*list, after.*list));
  order = both(order, compared_lists(before.act, after.act));
  order = both(order, before.outside <=> after.outside);
  return both(order, before.min_tier.value_or(0) <=> after.min_tier.value_or(0));
}

// A question without a tier of its own keeps that of the act, and has 2 at least.
int strength_of(const Rule& rule) {
  constexpr int kAsTheAct = 5;
  if (rule.decision == Verdict::kDeny) return 10;
  return rule.tier ? 2 * *rule.tier : kAsTheAct;
}

Direction direction_of(Order order) {
  if (order == Order::greater) return Direction::kTighter;
  return order == Order::less ? Direction::kLooser : Direction::kEither;
}

}  // namespace

Direction direction_of(const Rule& rule) {
  if (!rule.decides) return Direction::kEither;
  return rule.decision == Verdict::kAllow ? Direction::kLooser : Direction::kTighter;
}

Direction direction_between(const Rule& before, const Rule& after) {
  const bool comparable =
      before.decides && after.decides && before.categories == after.categories &&
      before.joins_only == after.joins_only && before.only_tightens == after.only_tightens;
  if (!comparable) return Direction::kEither;
  const Direction alone = direction_of(after);
  // The decision itself is another: that tells, whichever acts the rule is about.
  if (direction_of(before) != alone) return alone;
  const Order reach = compared_reach(before.when, after.when);
  if (after.decision == Verdict::kAllow) return direction_of(0 <=> reach);
  return direction_of(both(reach, strength_of(after) <=> strength_of(before)));
}

}  // namespace guard::console
