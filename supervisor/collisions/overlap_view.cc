// SPDX-License-Identifier: Apache-2.0
#include "supervisor/collisions/overlap_view.h"

#include <utility>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

nlohmann::json json_of(const std::vector<Overlap>& overlaps) {
  nlohmann::json list = nlohmann::json::array();
  for (const Overlap& overlap : overlaps) {
    nlohmann::json names = nlohmann::json::array();
    for (const std::string& name : overlap.names) names.push_back(safe_text(name));
    list.push_back({{"session", overlap.session},
                    {"command", safe_text(overlap.command)},
                    {"files", overlap.files},
                    {"names", std::move(names)},
                    {"lives", overlap.lives}});
  }
  return list;
}

}  // namespace

bool OverlapView::update(OtherWork& others) {
  nlohmann::json now = json_of(others.overlaps());
  const std::lock_guard lock(mutex_);
  return std::exchange(known_, now) != now;
}

nlohmann::json OverlapView::json() const {
  const std::lock_guard lock(mutex_);
  return known_;
}

}  // namespace guard::supervisor
