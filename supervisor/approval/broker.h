// SPDX-License-Identifier: Apache-2.0
// Broker: the waiting questions of one session. Any thread may call it (one mutex, held briefly);
// completions are run outside the mutex on the thread that settled the question, so they only hand
// on. Nobody ever blocks here: asking parks. Subscribers get every event once, in order of seq; a
// callback may call the broker again, but must not wait for another thread.
//   id = broker.ask(question, on_settled)  ->  on_settled(Settled) exactly once: approved, denied,
//   timeout or withdrawn.
#ifndef GUARD_SUPERVISOR_APPROVAL_BROKER_H_
#define GUARD_SUPERVISOR_APPROVAL_BROKER_H_

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "supervisor/approval/question.h"
#include "supervisor/approval/rate_limiter.h"

namespace guard::supervisor {

struct Settled {
  QuestionState state = QuestionState::kWithdrawn;
  Answer answer;  // meaningful for approved and denied; reason is set for timeout and withdrawn too
};

// A trace event: "approval_required", "approval_granted", "approval_denied", "approval_timeout",
// "approval_withdrawn", "approval_partial" (one of several people has approved: these six come from
// the broker and carry the question, as does the "alert" of a tier 3 question), "approval_skipped",
// "alert", "act", "session_approved", "grant_revoked". seq rises by one; GET /v1/events resumes
// after it.
struct Event {
  std::uint64_t seq = 0;
  std::string type;
  nlohmann::json data;
};

class Broker {
 public:
  using OnSettled = std::function<void(const Settled&)>;
  using OnEvent = std::function<void(const Event&)>;
  using Now = std::function<std::chrono::system_clock::time_point()>;

  explicit Broker(
      Now now = [] { return std::chrono::system_clock::now(); }, QuestionLimits limits = {});

  // Fails with kRefused when the flood limits say no (the caller denies with that reason). Fills id
  // and asked. on_settled may run before ask returns: another thread may be that quick.
  Result<std::string> ask(Question question, OnSettled on_settled);
  // kNotFound: no such question; kInvalid: already settled, CONFIRM missing, scope not offered.
  // Text is for people. An answer that comes after the deadline is too late, whether expire() ran
  // or not. Where several people must approve, an approval that is not the last one leaves the
  // question pending.
  Result<Question> answer(const std::string& id, const Answer& answer);
  // An answer that may stand for a person's: asked for each new question, and for all that wait by
  // answer_covered(), which is to be called when more was granted. To be set before any question.
  using Covering = std::function<std::optional<Answer>(const Question&)>;
  void answer_by(Covering covering);
  void answer_covered();
  void withdraw(const std::string& id, const std::string& reason);
  void withdraw_all(const std::string& reason);
  // Denies all that wait; ask() fails with this reason from now on.
  void close(const std::string& reason);
  // Settles what is past its deadline; returns the next deadline (control thread arms its timer
  // with it), time_point::max() when nothing waits.
  std::chrono::system_clock::time_point expire();

  [[nodiscard]] std::vector<Question> pending() const;
  // By id or by a unique prefix of at least 4 characters; settled ones are kept for a while (the
  // last 1000).
  [[nodiscard]] Result<Question> find(const std::string& id_or_prefix) const;

  void publish(std::string type, nlohmann::json data);
  // Calls back for every later event (on the publishing thread); first delivers what came after
  // `after` and is still kept (the last 1000). Returns a handle for unsubscribe.
  std::uint64_t subscribe(std::uint64_t after, OnEvent on_event);
  // When it returns, the callback is not running and will not run again.
  void unsubscribe(std::uint64_t handle);
  [[nodiscard]] std::uint64_t last_seq() const;  // 0: nothing was published yet

 private:
  using Lock = std::unique_lock<std::mutex>;
  struct Waiting {
    Question question;
    OnSettled on_settled;
  };
  struct Subscriber {
    std::uint64_t seen = 0;
    std::shared_ptr<const OnEvent> on_event;
  };
  using Delivery = std::pair<std::shared_ptr<const Event>, std::shared_ptr<const OnEvent>>;

  void settle_all(QuestionState how, const std::string& reason);

  // These four want mutex_ held; settle gives it up.
  [[nodiscard]] Result<Question> find_locked(const std::string& id_or_prefix) const;
  [[nodiscard]] std::vector<Question> candidates(const std::string& prefix) const;
  void append(std::string type, nlohmann::json data);
  Question settle(Lock& lock, const std::string& id, Settled settled);
  std::optional<Question> count_approval(const std::string& id, Answer& answer);

  void answer_if_covered(const Question& question);
  [[nodiscard]] std::optional<std::string> first_expired() const;
  [[nodiscard]] std::optional<Delivery> next_delivery();
  void deliver();

  Now now_;
  Covering covering_;
  mutable std::mutex mutex_;
  std::recursive_mutex delivery_;  // held around callbacks; taken before mutex_, never after
  bool delivering_ = false;        // guarded by delivery_
  std::map<std::string, Waiting> waiting_;
  std::deque<Question> settled_;
  std::deque<std::shared_ptr<const Event>> events_;
  std::map<std::uint64_t, Subscriber> subscribers_;
  std::uint64_t next_seq_ = 1;
  std::uint64_t next_subscriber_ = 1;
  RateLimiter limiter_;
  std::string closed_;  // why nobody is asked any more
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_BROKER_H_
