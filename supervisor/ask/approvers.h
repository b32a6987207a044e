// SPDX-License-Identifier: Apache-2.0
// Approvers: who may answer besides the session's user: whom the policy names, and whom one of
// these handed it to for a while. Knows them by the kernel's numbers; groups are looked up once, at
// the start. Opens the session's socket to them, to nobody else. Control thread.
#ifndef GUARD_SUPERVISOR_ASK_APPROVERS_H_
#define GUARD_SUPERVISOR_ASK_APPROVERS_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/model/policy.h"
#include "supervisor/api/backend.h"
#include "supervisor/call/call_record.h"

namespace guard::supervisor {

class Approvers {
 public:
  using TimePoint = std::chrono::system_clock::time_point;

  // USER: the session's.
  Approvers(const policy::Policy& policy, std::string socket, uid_t user);

  // Opens the socket to them; a line about each who still cannot get through.
  [[nodiscard]] std::vector<std::string> let_in();
  [[nodiscard]] Role role_of(const ucred& peer, pid_t reaper, TimePoint now) const;
  [[nodiscard]] Say say_of(uid_t user, TimePoint now) const;
  // Besides the session's user. A delegation brings no second person: it is the giver's say.
  [[nodiscard]] bool name_somebody_else() const;

  // {"to": "ben", "tier": 2, "minutes": 60}. A delegation by FROM counts as FROM's own say: where
  // two people must approve, only one of the two has it.
  Result<nlohmann::json> hand_on(uid_t from, const std::string& by, const nlohmann::json& body,
                                 TimePoint now);
  [[nodiscard]] nlohmann::json list(TimePoint now) const;
  // ON_END gets what list() told of it. An error after that: the socket stays open to them, where
  // they are strangers.
  using OnEnd = std::function<void(const nlohmann::json& ended)>;
  Result<void> end(
      const std::string& id, const OnEnd& on_end = [](const nlohmann::json&) {});
  // Shuts the socket to those whose time is over.
  void expire(TimePoint now);

 private:
  struct Delegation {
    std::string id;
    uid_t from = 0;
    uid_t to = 0;
    std::string by;
    int tier = 0;
    TimePoint until;
  };

  // Everybody who may connect now, named or handed to.
  [[nodiscard]] std::vector<uid_t> connecting(TimePoint now) const;
  [[nodiscard]] bool is_named(uid_t user) const;
  [[nodiscard]] const Delegation* delegation_to(uid_t user, TimePoint now) const;
  [[nodiscard]] static nlohmann::json json_of(const Delegation& delegation);
  Result<void> open_socket(TimePoint now) const;

  const policy::Policy& policy_;
  std::string socket_;
  uid_t user_;
  std::vector<uid_t> named_;
  std::vector<std::string> unknown_;
  std::vector<Delegation> delegations_;
};

// Answers what the API asks about them. The first two must outlive the last.
void serve_approvers(Approvers& approvers, CallRecorder& record, pid_t reaper, ApiBackend& backend);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_APPROVERS_H_
