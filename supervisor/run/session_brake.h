// SPDX-License-Identifier: Apache-2.0
// SessionBrake: what a person outside can do with a whole session: let it stand still, let it go
// on, end it. Each is put on record with the person, told in the session's terminal, and published.
//
// Pause: every call waits (CallBrake), and so that nothing goes on which makes no call, the
// processes stand still too: by the kernel's freezer where it can be had, else by SIGSTOP.
// Questions can be answered meanwhile; what is approved happens when the session goes on. End:
// nobody is asked any more, every process is told to end (SIGTERM, and SIGHUP where it has a
// terminal), and after kGrace what is left is killed.
//
// Control thread. The context outlives it.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_BRAKE_H_
#define GUARD_SUPERVISOR_RUN_SESSION_BRAKE_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "interceptor/launch/reaper.h"
#include "supervisor/api/backend.h"
#include "supervisor/approval/broker.h"
#include "supervisor/brake/call_brake.h"
#include "supervisor/brake/cgroup_freezer.h"
#include "supervisor/brake/stopped_tree.h"
#include "supervisor/call/call_record.h"
#include "supervisor/run/options.h"
#include "supervisor/secrets/secret_reads.h"

namespace guard::supervisor {

enum class EndPace { kGently, kAtOnce };

class SessionBrake {
 public:
  struct Context {
    const RunOptions& options;
    const interceptor::Reaper& reaper;
    CallBrake& calls;
    Broker& broker;
    CallRecorder& record;
    TellFront tell;
    TellFront tell_later;                      // once CMD has ended
    TellFront tell_paused;                     // where CMD's terminal stands still, too
    TellFront tell_resumed;                    // empty: it is being ended
    std::function<void(CallBrake::Job)> post;  // to a worker
  };
  static constexpr std::chrono::milliseconds kGrace{5000};
  static constexpr std::chrono::milliseconds kTellAgain{500};

  SessionBrake(boost::asio::io_context& io, Context context);

  // BY: "ana (guard pause)". Gives the state that holds then: "state" and "brake" as describe()
  // says, "by", and "changed": false where it was so already, or the session is being ended.
  [[nodiscard]] nlohmann::json pause(const std::string& by);
  [[nodiscard]] nlohmann::json resume(const std::string& by);
  [[nodiscard]] nlohmann::json end(const std::string& by, EndPace pace);
  // A signal to guard run for CMD. One that is to end a paused session ends it.
  void pass_on(int signal);

  [[nodiscard]] bool paused() const { return state_ == State::kPaused; }
  [[nodiscard]] bool ending() const { return state_ == State::kEnding; }
  // For GET /v1/session: "state", and "brake": by whom, since when and how, or null.
  void describe(nlohmann::json& session) const;
  // Also what came, or was continued by somebody, since the pause began: every 100 ms.
  void keep_still();
  // CMD's job was continued in its terminal: while paused it is kept for resume().
  void continue_command();
  // The session is over: whatever waits may end.
  void release();

 private:
  enum class State { kRunning, kPaused, kEnding };

  [[nodiscard]] std::string how() const;
  [[nodiscard]] nlohmann::json state_json(const std::string& by) const;
  void tell(const std::string& summary) const;
  nlohmann::json publish(const char* event, const std::string& summary, const std::string& by);
  void change_to(State state, const std::string& by);
  void let_go();
  void send_below(int signal, bool (*to)(pid_t)) const;
  void tell_all_to_end() const;
  // Kills all that is left when LEFT has passed.
  void wait_for_end(std::chrono::milliseconds left);

  Context context_;
  boost::asio::steady_timer grace_;
  CgroupFreezer freezer_;
  StoppedTree stopped_;
  State state_ = State::kRunning;
  std::string by_;
  std::string since_;
  bool continues_later_ = false;
};

// POST /v1/session/pause, resume and end.
void serve_brake(SessionBrake& brake, ApiBackend& backend);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_BRAKE_H_
