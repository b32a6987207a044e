// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/told_lines.h"

#include <functional>

namespace guard::supervisor {
namespace {

constexpr std::size_t kMost = 4096;

std::size_t hash_of(const std::string& text) {
  return std::hash<std::string>()(text);
}

}  // namespace

bool ToldLines::first_time(pid_t pid, std::uint64_t identity, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (told_.size() >= kMost) told_.clear();
  return told_.insert({pid, identity, hash_of(line)}).second;
}

ToldLines::Telling ToldLines::next(pid_t pid, std::uint64_t identity, const std::string& rule,
                                   const std::string& line, Time now) {
  if (!first_time(pid, identity, line)) return Telling::kNothing;
  const std::lock_guard lock(mutex_);
  if (runs_.size() >= kMost) runs_.clear();
  Run& run = runs_[{pid, identity, hash_of(rule)}];
  if (now - run.last > kQuiet) run.denials = 0;
  run.last = now;
  ++run.denials;
  if (run.denials <= kWhole) return Telling::kLine;
  ++left_out_;
  return run.denials == kWhole + 1 ? Telling::kThatMoreFollow : Telling::kNothing;
}

std::size_t ToldLines::left_out() const {
  const std::lock_guard lock(mutex_);
  return left_out_;
}

}  // namespace guard::supervisor
