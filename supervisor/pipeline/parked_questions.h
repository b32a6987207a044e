// SPDX-License-Identifier: Apache-2.0
// ParkedQuestions: calls that wait for a person, by the id of their question. Any thread.
#ifndef GUARD_SUPERVISOR_PIPELINE_PARKED_QUESTIONS_H_
#define GUARD_SUPERVISOR_PIPELINE_PARKED_QUESTIONS_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "interceptor/tracee/tracee.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

class ParkedQuestions {
 public:
  struct Parked {
    CallPtr call;
    std::shared_ptr<const interceptor::Tracee> tracee;  // whoever works on the call may change its
    // For a question about what another session wrote: where, and what held when it was asked.
    std::vector<std::string> collides = {};
    std::vector<std::pair<std::string, std::string>> held = {};  // path, session
  };
  // Asks, and parks PARKED's call under the id that ASK returns: an answer cannot overtake the
  // entry. Kept until taken out. An error is ASK's own.
  Result<std::string> park(Parked parked, const std::function<Result<std::string>()>& ask);
  void take_out(const std::string& id);
  [[nodiscard]] std::vector<std::pair<std::string, Parked>> all() const;
  // Empties it.
  [[nodiscard]] std::vector<CallPtr> take_all();

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Parked> parked_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PIPELINE_PARKED_QUESTIONS_H_
