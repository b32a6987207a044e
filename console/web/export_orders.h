// SPDX-License-Identifier: Apache-2.0
// ExportOrders: what the page has asked to be exported, until the browser fetches it. An export is
// fetched as a link is, so that the browser writes it to the disk while it comes; a link brings the
// cookie and no key. So a request with both orders it and is told a name (122 random bits), which
// works once, soon, and only for the browser that ordered it. In memory alone. Any thread.
#ifndef GUARD_CONSOLE_WEB_EXPORT_ORDERS_H_
#define GUARD_CONSOLE_WEB_EXPORT_ORDERS_H_

#include <chrono>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace guard::console {

struct ExportOrder {
  std::map<std::string, std::string> query;  // which records, and the format
  std::string key;                           // of the browser that ordered it
};

class ExportOrders {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMost = 16;  // the one that came first goes first
  static constexpr std::chrono::minutes kValid{1};

  // Its name.
  [[nodiscard]] std::string put(ExportOrder order, Clock::time_point now);
  // nullopt: there is none, or it was taken, or it is too late.
  [[nodiscard]] std::optional<ExportOrder> take(std::string_view name, Clock::time_point now);

 private:
  struct Waiting {
    std::string name;
    Clock::time_point until;
    ExportOrder order;
  };
  std::mutex mutex_;
  std::list<Waiting> waiting_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_EXPORT_ORDERS_H_
