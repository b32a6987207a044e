// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/shell_state.h"

#include <algorithm>
#include <utility>

namespace guard::policy {
namespace {

// Bounds on what is followed, so that judging a text stays quick. Beyond them nothing is known.
constexpr std::size_t kMostVariables = 256;
constexpr std::size_t kMostValues = 64;
constexpr std::size_t kMostFolders = 4;
constexpr std::size_t kDeepestStack = 16;

template <class T>
void add_missing(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& each : more) {
    if (std::ranges::find(all, each) == all.end()) all.push_back(each);
  }
}

// Empty, which is unknown, where one of them is.
WordValues either(WordValues a, const WordValues& b) {
  if (a.empty() || b.empty()) return {};
  add_missing(a, b);
  if (a.size() > kMostValues) a.clear();
  return a;
}

}  // namespace

WordValues ShellState::values_of(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() || !followed_ ? WordValues() : found->second;
}

void ShellState::assign(const std::string& name, WordValues values) {
  if (values.size() > kMostValues) values.clear();
  if (variables_.size() >= kMostVariables && !sets(name)) return follow_no_more();
  variables_[name] = std::move(values);
}

void ShellState::forget_variables() {
  for (auto& [name, values] : variables_) values.clear();
}

void ShellState::follow_no_more() {
  followed_ = false;
}

void ShellState::restore(const std::string& name, const ShellState& before) {
  const auto found = before.variables_.find(name);
  if (found == before.variables_.end()) {
    variables_.erase(name);
  } else {
    variables_[name] = found->second;
  }
}

void ShellState::enter(Folders folders) {
  if (lost_ || folders.empty() || folders.size() > kMostFolders) return enter_unknown();
  previous_ = std::exchange(folders_, std::move(folders));
}

void ShellState::enter_unknown() {
  previous_ = std::exchange(folders_, Folders(1, unknown_folder()));
}

void ShellState::forget_folders() {
  enter_unknown();
  stack_.clear();
  previous_.clear();
}

void ShellState::lose_folder() {
  lost_ = true;
  forget_folders();
}

void ShellState::pop_folder() {
  if (stack_.empty() || stack_.size() > kDeepestStack) return enter_unknown();
  enter(stack_.back());
  stack_.pop_back();
}

void ShellState::enter_previous() {
  if (previous_.empty()) return enter_unknown();
  enter(previous_);
}

void ShellState::join_folders(const ShellState& other) {
  add_missing(folders_, other.folders_);
  const auto unknown = [](const PreviewFolder& folder) { return !folder.known; };
  if (folders_.size() > kMostFolders || std::ranges::any_of(folders_, unknown)) {
    folders_.assign(1, unknown_folder());
  }
  lost_ = lost_ || other.lost_;
  if (stack_ != other.stack_) stack_.clear();
  if (previous_ != other.previous_) previous_.clear();
  functions_.insert(other.functions_.begin(), other.functions_.end());
  followed_ = followed_ && other.followed_;
}

void ShellState::join(const ShellState& other) {
  if (other.ended_) return;
  if (ended_) {
    *this = other;
    return;
  }
  for (auto& [name, values] : variables_) {
    if (!other.sets(name)) values.clear();
  }
  for (const auto& [name, values] : other.variables_) {
    variables_[name] = sets(name) ? either(std::move(variables_[name]), values) : WordValues();
  }
  join_folders(other);
}

void ShellState::gather(const std::string& name, const WordValues& values) {
  assign(name, sets(name) ? either(std::move(variables_[name]), values) : values);
}

}  // namespace guard::policy
