// SPDX-License-Identifier: Apache-2.0
// WebhookSender: alerts to one server, each tried a limited number of times with longer and longer
// pauses. Only few are under way at once and only so many wait: what does not fit is a failure, not
// a delay. An answer of the server answers no question. Lives on the loop it was given.
#ifndef GUARD_SUPERVISOR_ALERTS_WEBHOOK_SENDER_H_
#define GUARD_SUPERVISOR_ALERTS_WEBHOOK_SENDER_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "policy/model/alerts.h"
#include "policy/network/web_address.h"
#include "supervisor/alerts/alert.h"
#include "supervisor/alerts/http_post.h"

namespace guard::supervisor {

struct WebhookPlan {
  policy::WebAddress to;
  std::string key;
  std::vector<policy::AlertEvent> events;  // empty: all
  bool operator==(const WebhookPlan&) const = default;
};

struct WebhookPace {
  std::vector<std::chrono::milliseconds> pauses = {std::chrono::milliseconds(500),
                                                   std::chrono::seconds(2),
                                                   std::chrono::seconds(8)};  // between tries
  std::chrono::seconds limit{10};                                             // of one try
  std::size_t at_once = 4;
  std::size_t waiting = 64;
};

// RESULT: "204" or the like; FAILURE: "" when it was taken.
using OnSent = std::function<void(const std::string& failure, const std::string& result)>;

class WebhookSender {
 public:
  WebhookSender(boost::asio::io_context& io, WebhookPlan plan, WebhookPace pace = {});

  // Nothing is sent for an event that was not asked for; then ON_SENT is not called.
  void send(const Alert& alert, OnSent on_sent);
  [[nodiscard]] std::size_t unfinished() const { return under_way_ + waiting_.size(); }

 private:
  struct Delivery;
  void begin(std::shared_ptr<Delivery> delivery);
  void attempt(const std::shared_ptr<Delivery>& delivery);
  void take_answer(const std::shared_ptr<Delivery>& delivery, const PostEnd& end);
  void finish(const std::shared_ptr<Delivery>& delivery, const std::string& failure);

  boost::asio::io_context& io_;
  const WebhookPlan plan_;
  const WebhookPace pace_;
  std::deque<std::shared_ptr<Delivery>> waiting_;
  std::size_t under_way_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_WEBHOOK_SENDER_H_
