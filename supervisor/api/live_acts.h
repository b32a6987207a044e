// SPDX-License-Identifier: Apache-2.0
// LiveActs: decided acts, told to those who watch right now. Nothing is kept (the audit record is),
// so an act has no number and cannot be asked for again, and a flood of acts pushes no question out
// of what the broker keeps. Any thread; a callback only hands on. With nobody watching, wanted() is
// all it costs.
#ifndef GUARD_SUPERVISOR_API_LIVE_ACTS_H_
#define GUARD_SUPERVISOR_API_LIVE_ACTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

namespace guard::supervisor {

class LiveActs {
 public:
  using OnAct = std::function<void(const nlohmann::json&)>;

  [[nodiscard]] bool wanted() const { return watching_.load(std::memory_order_relaxed) > 0; }
  void tell(const nlohmann::json& act);
  [[nodiscard]] std::uint64_t subscribe(OnAct on_act);
  // When it returns, the callback is not running and will not run again.
  void unsubscribe(std::uint64_t handle);

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, OnAct> watchers_;
  std::uint64_t next_ = 1;
  std::atomic<std::size_t> watching_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_LIVE_ACTS_H_
