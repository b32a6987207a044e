// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_failures.h"

namespace guard::supervisor {
namespace {

// More causes than a session has; further ones count as one.
constexpr std::size_t kMostCauses = 64;
constexpr const char* kOther = "other causes";

}  // namespace

void AlertFailures::succeeded(const std::string& way) {
  const std::lock_guard lock(mutex_);
  ++sent_[way];
}

bool AlertFailures::failed(const std::string& way, const std::string& cause, TimePoint now,
                           std::uint64_t times) {
  const std::lock_guard lock(mutex_);
  const bool full = failures_.size() >= kMostCauses && !failures_.contains({way, cause});
  const std::string& kept = full ? kOther : cause;
  const auto [entry, is_new] = failures_.try_emplace({way, kept}, AlertFailure{way, kept, 0, now});
  entry->second.count += times;
  entry->second.last = now;
  return is_new;
}

std::vector<AlertFailure> AlertFailures::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<AlertFailure> failures;
  for (const auto& [key, failure] : failures_) failures.push_back(failure);
  return failures;
}

nlohmann::json AlertFailures::json() const {
  nlohmann::json failures = nlohmann::json::array();
  for (const AlertFailure& failure : all())
    failures.push_back({{"way", failure.way},
                        {"cause", failure.cause},
                        {"count", failure.count},
                        {"last", iso_time(failure.last)}});
  const std::lock_guard lock(mutex_);
  return {{"sent", sent_}, {"failures", std::move(failures)}};
}

std::string failure_text(const AlertFailure& failure) {
  const std::string often = failure.count > 1 ? " " + std::to_string(failure.count) + " times" : "";
  if (failure.way.starts_with("sink "))
    return failure.way + " failed" + often + ": " + failure.cause +
           "; records wait (guard audit sinks)";
  return "alerts: " + failure.way + " failed" + often + ": " + failure.cause;
}

}  // namespace guard::supervisor
