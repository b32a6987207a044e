// SPDX-License-Identifier: Apache-2.0
#include "console/web/export_orders.h"

#include <algorithm>
#include <utility>

#include "base/uuid.h"

namespace guard::console {

std::string ExportOrders::put(ExportOrder order, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() == kMost) waiting_.pop_front();
  waiting_.push_back({make_uuid(), now + kValid, std::move(order)});
  return waiting_.back().name;
}

std::optional<ExportOrder> ExportOrders::take(std::string_view name, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [now](const Waiting& one) { return one.until <= now; });
  const auto found = std::ranges::find(waiting_, name, &Waiting::name);
  if (found == waiting_.end()) return std::nullopt;
  ExportOrder order = std::move(found->order);
  waiting_.erase(found);
  return order;
}

}  // namespace guard::console
