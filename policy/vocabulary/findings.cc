// SPDX-License-Identifier: Apache-2.0
#include "policy/vocabulary/findings.h"

#include <algorithm>
#include <utility>

namespace guard::policy {
namespace {

constexpr int kHighestTier = 3;
constexpr int kHighestMovableTier = 2;

int adjusted_tier(const Finding& finding, const std::map<Category, int>& category_tiers) {
  if (finding.tier < 1 || finding.tier > kHighestMovableTier) return finding.tier;
  int tier = 0;
  for (const Category category : finding.categories) {
    const auto set = category_tiers.find(category);
    tier = std::max(tier, set == category_tiers.end() ? finding.tier : set->second);
  }
  return finding.categories.empty() ? finding.tier : tier;
}

Category first_category(const Finding& finding) {
  return finding.categories.empty()
             ? Category::kExecArbitrary
             : *std::min_element(finding.categories.begin(), finding.categories.end());
}

bool leads(const Finding& a, const Finding& b) {
  if (a.block != b.block) return a.block;
  if (a.tier != b.tier) return a.tier > b.tier;
  if (a.categories.empty() != b.categories.empty()) return b.categories.empty();
  return first_category(a) < first_category(b);
}

// By their highest tier; those that only come with tier 0 are left out beside a higher one, so that
// an approval need not cover them.
std::vector<Category> ordered_categories(const std::vector<Finding>& findings) {
  if (findings.size() == 1 && findings.front().categories.size() <= 1)
    return findings.front().categories;
  std::map<Category, int> tiers;
  int highest = 0;
  for (const Finding& finding : findings) {
    const int tier = finding.block ? kHighestTier + 1 : finding.tier;
    highest = std::max(highest, tier);
    for (const Category category : finding.categories) {
      int& known = tiers.try_emplace(category, tier).first->second;
      known = std::max(known, tier);
    }
  }
  std::vector<Category> ordered;
  for (int tier = kHighestTier + 1; tier >= (highest > 0 ? 1 : 0); --tier) {
    for (const auto& [category, at] : tiers) {
      if (at == tier) ordered.push_back(category);
    }
  }
  return ordered;
}

}  // namespace

Assessment assessment_of(std::vector<Finding> findings,
                         const std::map<Category, int>& category_tiers) {
  Assessment assessment;
  if (findings.empty()) return assessment;
  for (Finding& finding : findings) finding.tier = adjusted_tier(finding, category_tiers);
  if (findings.size() > 1) std::stable_sort(findings.begin(), findings.end(), leads);
  Finding& lead = findings.front();
  assessment.categories = ordered_categories(findings);
  assessment.tier = lead.block ? kHighestTier : lead.tier;
  assessment.block = lead.block;
  assessment.rule = std::move(lead.rule);
  assessment.reason = std::move(lead.reason);
  assessment.alternative = std::move(lead.alternative);
  for (const Finding& finding : findings) {
    assessment.raised = assessment.raised || finding.raised;
    assessment.unbound = assessment.unbound || finding.unbound;
    assessment.rebindable = assessment.rebindable || finding.rebindable;
    assessment.cannot_be_had = assessment.cannot_be_had || finding.cannot_be_had;
    if (!assessment.implied) assessment.implied = finding.implied;
  }
  return assessment;
}

}  // namespace guard::policy
