// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/scope_choice.h"

#include <algorithm>
#include <array>

#include "console/terminal/question_view.h"

namespace guard::console {
namespace {

struct ScopeText {
  const char* name;    // as the API offers it
  const char* answer;  // as the answer says it
  const char* shown;
};
constexpr std::array<ScopeText, 5> kScopes = {{
    {"once", "once", "once"},
    {"command", "command", "this command"},
    {"session", "session", "this session"},
    {"minutes", "30m", "30 minutes"},
    {"always", "always", "always"},
}};

const ScopeText& text_of(const std::string& name) {
  for (const ScopeText& scope : kScopes)
    if (name == scope.name) return scope;
  return kScopes.front();
}

}  // namespace

ScopeChoice::ScopeChoice(const nlohmann::json& question)
    : pattern_(text_field(question, "pattern")),
      covers_(question.value("covers", nlohmann::json::object())) {
  for (const std::string& offered : list_field(question, "scopes"))
    if (offered == text_of(offered).name) names_.push_back(offered);
  if (std::find(names_.begin(), names_.end(), "once") == names_.end())
    names_.insert(names_.begin(), "once");
}

bool ScopeChoice::choose(const std::string& answer) {
  const auto found = std::find_if(names_.begin(), names_.end(), [&](const std::string& name) {
    return text_of(name).answer == answer;
  });
  if (found == names_.end()) return false;
  chosen_ = static_cast<std::size_t>(found - names_.begin());
  return true;
}

std::string ScopeChoice::answer() const {
  return text_of(names_[chosen_]).answer;
}

std::string ScopeChoice::shown() const {
  return text_of(names_[chosen_]).shown;
}

std::string ScopeChoice::covers(const std::string& pattern) const {
  if (names_[chosen_] == "once") return "";
  return shown() + ": " + (takes_pattern() ? edited(extent(), pattern) : extent());
}

std::string ScopeChoice::extent() const {
  const std::string text = text_field(covers_, names_[chosen_].c_str());
  return text.empty() ? pattern_ : text;  // an older session says no more
}

// The pattern that a person wrote stands for itself. Words where files were offered are no place.
std::string ScopeChoice::edited(std::string extent, const std::string& pattern) const {
  const std::size_t place = pattern_.empty() ? std::string::npos : extent.find(pattern_);
  const bool other_kind = pattern_.starts_with('/') && pattern.find_first_of("/~") != 0;
  if (place == std::string::npos || other_kind) return pattern;
  return extent.replace(place, pattern_.size(), pattern);
}

bool ScopeChoice::takes_pattern() const {
  return names_[chosen_] != "once" && names_[chosen_] != "command";
}

}  // namespace guard::console
