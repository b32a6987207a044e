// SPDX-License-Identifier: Apache-2.0
// The part of Session about what the front, the reaper and the ward tell, and how the run ends.
#include <boost/asio/posix/stream_descriptor.hpp>
#include <csignal>
#include <string>
#include <utility>

#include "base/log/log.h"
#include "base/process/descendants.h"
#include "base/text/text.h"
#include "interceptor/launch/reaper.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/processes/front_link.h"
#include "supervisor/processes/left_behind.h"
#include "supervisor/run/open_questions.h"
#include "supervisor/run/session.h"
#include "supervisor/run/session_view.h"

namespace guard::supervisor {
namespace {

constexpr int kRefusalsInCi = 3;
constexpr int kEndedBySignal = 128;  // and the signal's number, as shells say it

std::string words_of_end(bool refusals_fail, bool lacks_records, bool goes_on) {
  std::string words(refusals_fail ? kRefusalsFail : "");
  for (const auto& [holds, word] :
       {std::pair(lacks_records, kNotAllOnRecord), std::pair(goes_on, kGoesOn)})
    if (holds) words += (words.empty() ? "" : " ") + std::string(word);
  return words;
}

// "" for none.
std::string left_out_text(std::size_t denials) {
  if (denials == 0) return {};
  return "guard: and " + count_text(denials, "more denial", "more denials") +
         " without a line each: guard audit list has all of them";
}

// An undo or a discard of this session takes nothing back that root's guards saved.
std::string roots_sessions_text(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  const std::string more =
      names.size() == 1 ? "" : " (and " + std::to_string(names.size() - 1) + " before it)";
  return "sudo ran under root's guard: what it changed stays, and sudo guard undo --session " +
         names.back() + more + " takes it back";
}

}  // namespace

void Session::wait_for_front() {
  control_.front_events.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                                   [this](const auto& error) {
                                     if (!error && on_front()) wait_for_front();
                                   });
}

// False: nothing more will come.
bool Session::on_front() {
  const auto message = links_.front.receive();
  if (!message || !*message) {
    // The front died without a word: the run was killed, and nothing of it may survive.
    if (end_.front_left) return false;
    end_.was_killed = !end_.told;
    links_.reaper.end_everything();
    return false;
  }
  if ((*message)->kind == FrontMessageKind::kSignal) {
    if (asks_to_end((*message)->value)) end_.asked_to_end = (*message)->value;
    control_.brake.pass_on((*message)->value);
  }
  if ((*message)->kind == FrontMessageKind::kHungUp) {
    end_.terminal_is_gone = true;
    control_.hang_up.begin((*message)->value);
  }
  if ((*message)->kind == FrontMessageKind::kContinue) control_.brake.continue_command();
  if ((*message)->kind == FrontMessageKind::kGoodbye) end_.front_left = true;
  return !end_.front_left;
}

void Session::wait_for_reaper() {
  control_.reaper_events.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                                    [this](const auto& error) {
                                      if (!error && on_reaper()) wait_for_reaper();
                                    });
}

bool Session::on_reaper() {
  const auto event = links_.reaper.receive();
  if (!event || !*event) {
    end_after_reaper();
    return false;
  }
  switch ((*event)->kind) {
    case interceptor::ReaperEventKind::kStopped:
      if (control_.brake.paused()) return true;  // it was guard that stopped it
      (void)links_.front.send(FrontMessageKind::kStopped, (*event)->value);
      return true;
    case interceptor::ReaperEventKind::kExited:
      tell_end(FrontMessageKind::kExited, (*event)->value);
      return true;
    case interceptor::ReaperEventKind::kSignalled:
      tell_end(FrontMessageKind::kSignalled, (*event)->value);
      return true;
    case interceptor::ReaperEventKind::kEmpty:
      control_.io.stop();
      return false;
  }
  return false;
}

std::uint64_t Session::failing_refusals() const {
  if (plan_.options.fail_on == FailOn::kNever) return 0;
  std::uint64_t refusals = handling_.pipeline->refusals() + recording_.record.requests_refused();
  if (handling_.keys) refusals += handling_.keys->questions().refusals();
  if (handling_.keys && plan_.options.fail_on != FailOn::kDeny)
    refusals += handling_.keys->questions().questions_refused();
  if (plan_.options.fail_on != FailOn::kDeny)
    refusals += handling_.pipeline->questions_refused() + recording_.record.reads_refused();
  if (plan_.options.fail_on == FailOn::kSkip)
    refusals += handling_.pipeline->reads_skipped() + recording_.record.reads_skipped();
  return refusals;
}

// Nobody is asked any more when the command was ended by hand, nor when the result that is told now
// counts questions: a later answer would not change it. A terminal that was closed ends what heeds
// SIGHUP; what goes on all the same (nohup) may ask on. How many refusals are not counted yet.
std::uint64_t Session::end_questions(FrontMessageKind kind, int value) {
  const int signal = kind == FrontMessageKind::kSignalled ? value : end_.asked_to_end;
  const bool by_hand = ends_by_hand(signal) && !(signal == SIGHUP && end_.terminal_is_gone);
  const bool told =
      plan_.options.fail_on != FailOn::kNever && plan_.options.fail_on != FailOn::kDeny;
  if (!by_hand && !told) return 0;
  const std::string reason = by_hand ? ended_text(signal)
                                     : "the command has ended, and its result is told: nobody is "
                                       "asked any more";
  if (!told) {
    asking_.broker.close(reason);
    return 0;
  }
  return close_questions(asking_.broker, reason,
                         [this] { return handling_.pipeline->questions_refused(); });
}

void Session::tell_end(FrontMessageKind kind, int value) {
  end_.told = true;
  if (handling_.secrets) handling_.secrets->settle();
  log_line(LogLevel::kInfo, "command.ended",
           {{kind == FrontMessageKind::kSignalled ? "signal" : "status", std::to_string(value)}});
  const std::uint64_t open = end_questions(kind, value);
  // Whatever it says of itself: it did not get to its end.
  if (control_.brake.ending() && kind == FrontMessageKind::kExited && value == 0)
    value = kEndedBySignal + SIGTERM;
  const bool refusals_fail =
      kind == FrontMessageKind::kExited && value == 0 && failing_refusals() + open > 0;
  if (refusals_fail) value = kRefusalsInCi;
  // The record is complete before anybody learns of the end.
  const auto written = recording_.record.write_out();
  if (!written) tell("not all is on record: " + written.error().text());
  // A screen of the agent's own was not written over: these lines wait for its end.
  for (const AlertFailure& failure : control_.alerts.failures(plan_.options.own_terminal ? 1 : 2))
    (void)links_.front.send(FrontMessageKind::kLater, 0, "guard: " + failure_text(failure));
  if (const std::string line = left_out_text(handling_.pipeline->told_without_line());
      !line.empty() && !plan_.options.quiet)
    (void)links_.front.send(FrontMessageKind::kLater, 0, line);
  for (const std::string& line : judging_.scripts.lines())
    (void)links_.front.send(FrontMessageKind::kLater, 0, "guard: " + line);
  const bool goes_on = !end_or_tell_rest();
  tell_what_runs_outside(goes_on);
  (void)links_.front.send(kind, value, words_of_end(refusals_fail, !written, goes_on));
}

// Ends, or tells of, the processes that outlived CMD. False: some of them go on.
bool Session::end_or_tell_rest() {
  const bool ends = plan_.options.kill_at_exit;
  const bool stays = !ends && !control_.brake.ending();
  const pid_t reaper = links_.reaper.pid();
  const std::string left = stays  ? left_behind_text(reaper)
                           : ends ? ended_with_command_text(reaper)
                                  : std::string();
  // Now the terminal is nobody's screen any more.
  if (!left.empty() && !plan_.options.quiet)
    (void)links_.front.send(FrontMessageKind::kLater, 0,
                            "guard: " + left + (stays ? waiting_text(asking_.broker) : ""));
  if (ends) links_.reaper.end_everything();
  if (stays && !left.empty()) return false;
  // Before anybody learns of the end: what is changed after it is not the session's.
  if (!control_.brake.ending() && stores_.undo && (stays || has_all_ended(reaper)))
    stores_.undo->note_tree_ended();
  return true;
}

void Session::tell_what_runs_outside(bool goes_on) {
  if (!interception_.raised || !interception_.raised->has_started()) return;
  if (const std::string line = roots_sessions_text(interception_.raised->roots_sessions());
      !line.empty() && !plan_.options.quiet)
    (void)links_.front.send(FrontMessageKind::kLater, 0, "guard: " + line);
  const auto left = left_outside(links_.reaper.pid(), goes_on ? LeftBy::kAlone : LeftBy::kAnySudo);
  if (left.empty()) return;
  const std::string line = "guard: " + left_outside_text(left);
  log_line(LogLevel::kWarning, "left.outside", {{"line", line}});
  if (!plan_.options.quiet) (void)links_.front.send(FrontMessageKind::kLater, 0, line);
}

void Session::close_own_record() {
  nlohmann::json run = run_on_record(plan_.options, stores_.redactor);
  if (end_.was_killed) run[kWasKilled] = true;
  if (interception_.raised && interception_.raised->has_started())
    for (const OutsideProcess& left : left_outside(links_.reaper.pid(), LeftBy::kAnySudo))
      run[kLeftOutside].push_back(text_of(left) + ", of " + left.user);
  (void)close_record(*stores_.recorder, std::move(run),
                     [this] { (void)links_.front.send(FrontMessageKind::kRecorded); });
}

// The ward died first: it can no longer end the tree, so nothing is left to chance.
void Session::wait_for_ward() {
  control_.ward_events.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                                  [this](const auto& error) {
                                    if (error) return;
                                    log_line(LogLevel::kError, "ward.gone");
                                    links_.reaper.end_everything();
                                  });
}

// The reaper was told to end everything and did, or was killed: then its children came to us.
void Session::end_after_reaper() {
  end_descendants();
  log_line(LogLevel::kWarning, "reaper.gone");
  if (!end_.told && control_.brake.ending()) {
    tell_end(FrontMessageKind::kSignalled, SIGKILL);
  } else if (!end_.told) {
    end_.exit_status = links_.front.give_up("the supervised tree was ended");
  }
  control_.io.stop();
}

}  // namespace guard::supervisor
