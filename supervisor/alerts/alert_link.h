// SPDX-License-Identifier: Apache-2.0
// AlertLink: the wire between the serving process and the one that alerts (alerter.h). A
// SOCK_SEQPACKET pair, a JSON text a packet. Sending never waits: what does not fit is not sent,
// and the caller counts it. Any thread may send.
//   serving -> alerter: {"type", "data"}, as GET /v1/events tells them; its end: no more will come
//   alerter -> serving: {"way", "failure", "result"}
#ifndef GUARD_SUPERVISOR_ALERTS_ALERT_LINK_H_
#define GUARD_SUPERVISOR_ALERTS_ALERT_LINK_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::supervisor {

class AlertLink {
 public:
  static Result<std::pair<AlertLink, AlertLink>> pair();
  explicit AlertLink(UniqueFd fd) : fd_(std::move(fd)) {}

  [[nodiscard]] int fd() const { return fd_.get(); }
  // False: it did not fit, or the other end has gone.
  [[nodiscard]] bool send(const nlohmann::json& message) const;
  // The next message; kBusy: nothing yet; kGone: the other end has gone or says no more.
  [[nodiscard]] Result<nlohmann::json> receive() const;
  void say_no_more() const;

 private:
  UniqueFd fd_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_ALERT_LINK_H_
