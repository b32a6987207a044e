// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/webhook_sender.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "base/uuid.h"
#include "supervisor/alerts/webhook_signature.h"

namespace guard::supervisor {
namespace {

// A second try may mend these: no answer, a server in trouble, too many requests.
bool may_be_tried_again(int status) {
  return status == 0 || status >= 500 || status == 429 || status == 408;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

struct WebhookSender::Delivery {
  Delivery(boost::asio::io_context& io, std::string text, OnSent then)
      : body(std::move(text)), on_sent(std::move(then)), pause(io) {}
  const std::string id = make_uuid();
  const std::string body;
  OnSent on_sent;
  boost::asio::steady_timer pause;
  std::size_t tries = 0;
  int status = 0;
};

WebhookSender::WebhookSender(boost::asio::io_context& io, WebhookPlan plan, WebhookPace pace)
    : io_(io), plan_(std::move(plan)), pace_(std::move(pace)) {}

void WebhookSender::send(const Alert& alert, OnSent on_sent) {
  const auto& events = plan_.events;
  const bool wanted =
      events.empty() || alert.is_test || std::ranges::count(events, alert.event) > 0;
  if (!wanted) return;
  auto delivery = std::make_shared<Delivery>(
      io_, wire_text(alert_json(alert, std::chrono::system_clock::now())), std::move(on_sent));
  if (under_way_ < pace_.at_once) return begin(std::move(delivery));
  if (waiting_.size() >= pace_.waiting)
    return delivery->on_sent("too many alerts wait for it already", "");
  waiting_.push_back(std::move(delivery));
}

void WebhookSender::begin(std::shared_ptr<Delivery> delivery) {
  ++under_way_;
  attempt(delivery);
}

// Signed anew each time: the time of a try is what a receiver compares with its clock.
void WebhookSender::attempt(const std::shared_ptr<Delivery>& delivery) {
  ++delivery->tries;
  post(io_,
       {plan_.to, signed_headers(plan_.key, delivery->id, seconds_now(), delivery->body),
        delivery->body, pace_.limit},
       [this, delivery](const PostEnd& end) { take_answer(delivery, end); });
}

void WebhookSender::take_answer(const std::shared_ptr<Delivery>& delivery, const PostEnd& end) {
  const int status = end.status;
  delivery->status = status;
  if (status >= 200 && status < 300) return finish(delivery, "");
  const bool again = !end.lasting && may_be_tried_again(status);
  if (again && delivery->tries <= pace_.pauses.size()) {
    delivery->pause.expires_after(pace_.pauses[delivery->tries - 1]);
    return delivery->pause.async_wait([this, delivery](const auto& error) {
      if (!error) attempt(delivery);
    });
  }
  const std::string why = status == 0 ? end.failure : "answered " + std::to_string(status);
  finish(delivery,
         why + (delivery->tries > 1 ? ", " + std::to_string(delivery->tries) + " times" : ""));
}

void WebhookSender::finish(const std::shared_ptr<Delivery>& delivery, const std::string& failure) {
  --under_way_;
  if (!waiting_.empty() && under_way_ < pace_.at_once) {
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    begin(std::move(next));
  }
  delivery->on_sent(failure, std::to_string(delivery->status));
}

}  // namespace guard::supervisor
