// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_brake.h"

#include <signal.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/clock.h"
#include "base/process/descendants.h"
#include "base/process/pid_handle.h"
#include "base/uuid.h"
#include "supervisor/run/hang_up.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

// By SessionBrake::State.
constexpr std::array<const char*, 3> kStateNames = {"running", "paused", "ending"};

constexpr const char* kFrozen = "frozen";    // by the kernel's freezer
constexpr const char* kStopped = "stopped";  // by SIGSTOP

}  // namespace

SessionBrake::SessionBrake(boost::asio::io_context& io, Context context)
    : context_(std::move(context)),
      grace_(io),
      freezer_("guard-" + context_.options.session_id + "-" + make_uuid()) {}

std::string SessionBrake::how() const {
  return freezer_.frozen() ? kFrozen : kStopped;
}

void SessionBrake::describe(Json& session) const {
  session["state"] = kStateNames.at(static_cast<std::size_t>(state_));
  session["brake"] = nullptr;
  if (state_ == State::kRunning) return;
  session["brake"] = {{"by", by_}, {"since", since_}, {"how", paused() ? Json(how()) : Json()}};
}

Json SessionBrake::state_json(const std::string& by) const {
  Json body = {{"session_id", context_.options.session_id}, {"by", by}, {"changed", false}};
  describe(body);
  return body;
}

// Nothing is written over a screen that CMD may have drawn: of its end it is told behind it.
void SessionBrake::tell(const std::string& summary) const {
  if (paused()) return context_.tell_paused(summary + "; guard resume lets it go on");
  if (!ending()) return context_.tell_resumed(summary);
  context_.options.own_terminal ? context_.tell_later(summary) : context_.tell(summary);
}

// The record, the event and the answer say the same.
Json SessionBrake::publish(const char* event, const std::string& summary, const std::string& by) {
  context_.record.braked(summary, by);
  tell(summary);
  Json body = state_json(by);
  body.erase("changed");
  context_.broker.publish(event, body);
  body["changed"] = true;
  return body;
}

void SessionBrake::change_to(State state, const std::string& by) {
  state_ = state;
  by_ = by;
  since_ = iso_time(std::chrono::system_clock::now());
}

Json SessionBrake::pause(const std::string& by) {
  if (state_ != State::kRunning) return state_json(by);
  context_.calls.close();
  change_to(State::kPaused, by);
  keep_still();
  return publish("session_paused", "paused by " + by, by);
}

void SessionBrake::keep_still() {
  if (!paused()) return;
  freezer_.freeze(descendants_of(context_.reaper.pid()));
  stopped_.stop_below(context_.reaper.pid(), [this](pid_t pid) { return !freezer_.holds(pid); });
}

Json SessionBrake::resume(const std::string& by) {
  if (!paused()) return state_json(by);
  change_to(State::kRunning, by);
  // First: what goes on writes to the same terminal.
  Json body = publish("session_resumed", "resumed by " + by, by);
  let_go();
  return body;
}

// The calls first: a program that goes on finds its call waiting.
void SessionBrake::let_go() {
  release();
  freezer_.thaw();
  stopped_.go_on();
  if (std::exchange(continues_later_, false)) context_.reaper.continue_command();
}

void SessionBrake::release() {
  for (CallBrake::Job& job : context_.calls.open()) context_.post(std::move(job));
}

void SessionBrake::continue_command() {
  if (paused()) {
    continues_later_ = true;
  } else {
    context_.reaper.continue_command();
  }
}

void SessionBrake::send_below(int signal, bool (*to)(pid_t)) const {
  for (const pid_t pid : descendants_of(context_.reaper.pid())) {
    const auto process = PidHandle::open(pid);
    if (process && to(pid)) (void)process->send_signal(signal);
  }
}

// A shell at a terminal heeds SIGHUP alone. SIGCONT, as a stopped process takes no other signal.
void SessionBrake::tell_all_to_end() const {
  const auto any = [](pid_t) { return true; };
  send_below(SIGTERM, any);
  if (context_.options.own_terminal) send_below(SIGHUP, any);
  send_below(SIGCONT, any);
}

Json SessionBrake::end(const std::string& by, EndPace pace) {
  if (ending() && pace == EndPace::kGently) return state_json(by);
  const bool was_paused = paused();
  change_to(State::kEnding, by);
  if (was_paused) context_.tell_resumed("");
  Json body = publish("session_ending", "ended by " + by, by);
  if (pace == EndPace::kAtOnce) {
    context_.reaper.end_everything();
    return body;
  }
  // The signals first: a shell whose command is denied would go on with the next.
  tell_all_to_end();
  context_.broker.close("the session was ended by " + by + ": nobody is asked any more");
  if (was_paused) let_go();
  wait_for_end(kGrace);
  return body;
}

// bash notes a SIGHUP that comes just before it reads a key, and heeds it at the next one: told
// again, it ends. (readline's rl_getc looks for signals, and only then waits.) Shells alone: an
// editor that is told twice saves nothing more.
void SessionBrake::wait_for_end(std::chrono::milliseconds left) {
  grace_.expires_after(std::min(left, kTellAgain));
  grace_.async_wait([this, left](const auto& error) {
    if (error) return;
    if (left <= kTellAgain) return context_.reaper.end_everything();
    if (context_.options.own_terminal) send_below(SIGHUP, runs_a_shell);
    wait_for_end(left - kTellAgain);
  });
}

void SessionBrake::pass_on(int signal) {
  constexpr std::array kEnding = {SIGTERM, SIGHUP, SIGQUIT};
  if (paused() && std::ranges::find(kEnding, signal) != kEnding.end()) {
    (void)end(std::string("SIG") + ::sigabbrev_np(signal) + " to guard run", EndPace::kGently);
  } else {
    context_.reaper.signal_command(signal);
  }
}

void serve_brake(SessionBrake& brake, ApiBackend& backend) {
  backend.pause = std::bind_front(&SessionBrake::pause, &brake);
  backend.resume = std::bind_front(&SessionBrake::resume, &brake);
  backend.end = [&brake](const std::string& by, bool at_once) {
    return brake.end(by, at_once ? EndPace::kAtOnce : EndPace::kGently);
  };
}

}  // namespace guard::supervisor
