// SPDX-License-Identifier: Apache-2.0
#include "console/front/front.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/process/descendants.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "console/front/asker.h"
#include "console/front/attention_signs.h"
#include "console/front/own_terminal.h"
#include "console/front/password_desk.h"
#include "console/front/pause_sign.h"
#include "console/front/signals.h"
#include "console/front/upper_asker.h"
#include "console/terminal/fitted_text.h"
#include "console/terminal/terminal_mode.h"

namespace guard::console {
namespace {

constexpr const char* kReadableTerminal =
    "guard: the rights of this terminal cannot be changed: other programs of yours can take keys "
    "from it. Answer with guard approve in another terminal";

using supervisor::FrontMessage;
using supervisor::FrontMessageKind;

constexpr int kGuardFailed = 125;
constexpr int kBackgroundLook = 250;  // ms between two looks whether the job was brought forward
// Turns of the loop for what CMD left in the pty; what background programs add later is theirs.
constexpr int kAloneLook = 100;  // ms
constexpr int kSessionGone = 125;
constexpr int kLastTurns = 256;

Ending guard_failure(std::string text) {
  return {kGuardFailed, 0, std::move(text)};
}

bool has_word(const FrontMessage& message, std::string_view word) {
  return std::string_view(message.text.data()).find(word) != std::string_view::npos;
}

Ending not_begun(std::string text) {
  Ending ending = guard_failure(std::move(text));
  ending.nothing_ran = true;
  return ending;
}

// 'T' in /proc/PID/stat. The name in parentheses may hold anything, so look behind its last ')'.
bool is_stopped(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t close = line.rfind(')');
  return close != std::string::npos && line.size() > close + 2 && line[close + 2] == 'T';
}

// Seccomp filters that a process is under (Linux 5.9).
int filters_of(int pid) {
  constexpr std::string_view kName = "Seccomp_filters:";
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kName)) return std::atoi(line.c_str() + kName.size());
  }
  return 0;
}

// With the first process of a PID namespace the kernel kills all others (pid_namespaces(7)): the
// supervisor comes to the end of its record first. Whatever else runs there is not waited for long.
void wait_for_children() {
  constexpr auto kPatience = std::chrono::seconds(5);
  constexpr auto kPause = std::chrono::milliseconds(2);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < until) {
    const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended < 0 && errno == ECHILD) return;
    if (ended == 0) std::this_thread::sleep_for(kPause);
  }
}

class Front {
 public:
  Front(FrontPlan plan, SignalInbox signals, std::unique_ptr<OwnTerminal> terminal)
      : plan_(std::move(plan)), signals_(std::move(signals)), terminal_(std::move(terminal)) {
    if (terminal_) passwords_.emplace(terminal_->relay(), terminal_->mode());
  }

  Ending run() {
    while (!finished()) turn();
    const bool asks_on = goes_on_for_upper();
    if (asks_on) answer_behind_the_end();
    leave(asks_on);
    say_what_was_kept();
    ending_->nothing_ran = command_ == 0;
    if (ending_->text.empty() && !ending_->goes_on) wait_for_record();
    if (::getpid() == 1 && !ending_->goes_on) wait_for_children();
    return *ending_;
  }

 private:
  enum Place { kLink, kSignals, kQuestions, kPasswords, kUpper, kMaster, kInput, kOutput, kPlaces };

  [[nodiscard]] bool finished() const {
    return ending_ && (!terminal_ || terminal_->relay().drained());
  }

  void turn() {
    std::array<pollfd, kPlaces> polled = waits();
    if (::poll(polled.data(), polled.size(), patience()) < 0 && errno != EINTR) {
      ending_ = guard_failure("poll failed");
      return;
    }
    const TimePoint now = std::chrono::system_clock::now();
    if (polled[kSignals].revents != 0) take_signals();
    if (polled[kLink].revents != 0) take_message();
    if (polled[kQuestions].revents != 0 && asker_) asker_->on_source(now);
    if (polled[kQuestions].revents != 0 && upper_) upper_->on_source();
    if (polled[kUpper].revents != 0 && upper_) upper_->on_link();
    if (upper_ && upper_->is_lost() && !ending_) end_without_upper(now);
    if (polled[kPasswords].revents != 0) passwords_->on_keepers();
    if (terminal_) relay(polled, now);
    if (signs_ && !ending_) signs_->on_turn(terminal_ && terminal_->foreground(), now);
  }

  // Programs that CMD left running may still ask, and end with the session outside.
  [[nodiscard]] bool goes_on_for_upper() const { return upper_ && ending_ && ending_->goes_on; }

  // Where there is no process for it, the link closes without a word, and all that is left ends.
  void answer_behind_the_end() {
    questions_.reset();  // its thread would not come along
    if (::fork() != 0) return;
    if (terminal_) ::close(terminal_->relay().master());
    const auto questions = plan_.open_questions();
    if (!questions) ::_exit(kSessionGone);
    upper_->use(*questions);
    ask_for_what_is_left(plan_.link, *questions, *upper_);
  }

  [[nodiscard]] std::array<pollfd, kPlaces> waits() const {
    std::array<pollfd, kPlaces> polled;
    polled.fill({-1, 0, 0});
    if (!ending_) polled[kLink] = {plan_.link.fd(), POLLIN, 0};
    polled[kSignals] = {signals_.fd(), POLLIN, 0};
    if (questions_) polled[kQuestions] = {questions_->fd(), POLLIN, 0};
    if (upper_) polled[kUpper] = {upper_->fd(), POLLIN, 0};
    if (passwords_) polled[kPasswords] = {passwords_->fd(), POLLIN, 0};
    if (!terminal_) return polled;
    PtyRelay& relay = terminal_->relay();
    const PtyRelay::Wants wants = relay.wants(terminal_->foreground() && !ending_);
    if (wants.master != 0) polled[kMaster] = {relay.master(), wants.master, 0};
    if (wants.input != 0) polled[kInput] = {relay.input(), wants.input, 0};
    if (wants.output != 0) polled[kOutput] = {relay.output(), wants.output, 0};
    return polled;
  }

  [[nodiscard]] int patience() const {
    const bool looks = terminal_ && !terminal_->foreground();
    const std::array<int, 5> each = {
        alone_since_ ? kAloneLook : -1, asker_ ? asker_->patience() : -1,
        passwords_ ? passwords_->patience() : -1,
        signs_ ? signs_->patience(std::chrono::system_clock::now()) : -1,
        looks ? kBackgroundLook : -1};
    int shortest = -1;
    for (const int one : each)
      if (one >= 0) shortest = shortest < 0 ? one : std::min(shortest, one);
    return shortest;
  }

  void relay(const std::array<pollfd, kPlaces>& polled, TimePoint now) {
    PtyRelay& relay = terminal_->relay();
    if (polled[kMaster].revents != 0 && terminal_->foreground()) terminal_->follow_output();
    relay.on_master(polled[kMaster].revents);
    relay.on_input(polled[kInput].revents);
    if (polled[kOutput].revents != 0) relay.on_output();
    if (!terminal_->foreground()) terminal_->follow_job();
    if (ending_ && ++last_turns_ > kLastTurns) relay.stop_reading();
    if (!ending_) ask(now);
    if (!ending_ && terminal_->foreground() && screen_is_free()) pause_.on_turn(relay);
    if (const int signal = relay.take_typed_signal(); signal != 0) share(signal);
  }

  [[nodiscard]] bool screen_is_free() const {
    return (!asker_ || asker_->idle()) && passwords_->idle();
  }

  // A command that stands at its password comes before a question that waits for its turn.
  void ask(TimePoint now) {
    const bool asking = asker_ && !asker_->idle();
    passwords_->on_turn(terminal_->foreground() && !asking, now);
    if (asker_ && (asking || (passwords_->idle() && !passwords_->wants_screen())))
      asker_->on_turn(terminal_->foreground(), now);
  }

  // Without guard CMD is in this process's group, and the terminal's signal reaches all of it: the
  // script that runs guard, the other programs of a pipeline.
  void share(int signal) const {
    if (is_commands_turn()) (void)::kill(0, signal);
  }

  [[nodiscard]] bool is_commands_turn() const {
    return command_ != 0 && terminal_->foreground_group() == command_;
  }

  void take_signals() {
    while (const auto signal = signals_.next()) take_signal(*signal);
  }

  void take_signal(const ArrivedSignal& signal) {
    if (signal.sent_by_itself) return;  // CMD has it by its own terminal
    if (signal.number == SIGWINCH && terminal_) return resize();
    if (signal.number == SIGCONT && terminal_) return terminal_->follow_job();
    if (!for_command(signal.number) && signal.number != SIGTSTP) return;
    // CMD has ended and only its last output is under way: nothing is left to protect.
    if (ending_ && signal.number != SIGTSTP) return end_now(signal.number);
    if (signal.number == SIGHUP && terminal_ && (!signal.sent_by_process || terminal_->is_lost()))
      return hang_up();
    // Without a terminal of its own CMD is in this process's group: it got the terminal's signals
    // itself, and a second one would be one too many.
    if (terminal_ || signal.sent_by_process) send(FrontMessageKind::kSignal, signal.number);
  }

  // Processes that CMD has started and waits for would otherwise outlive it, before a question that
  // nobody on this terminal can answer any more.
  void hang_up() {
    const int group = terminal_->hang_up_foreground();
    if (group == 0 || ::getpgid(command_) != group) send(FrontMessageKind::kSignal, SIGHUP);
    send(FrontMessageKind::kHungUp, group);
  }

  void resize() {
    terminal_->pass_size();
    passwords_->on_resize();
    if (asker_) asker_->on_resize(std::chrono::system_clock::now());
  }

  // The session outside has ended, and cannot end what root runs for it. Without a word from here
  // the supervising process ends all of it.
  void end_without_upper(TimePoint now) {
    constexpr auto kPatience = std::chrono::seconds(2);
    if (!alone_since_) {
      alone_since_ = now;
      send(FrontMessageKind::kSignal, SIGTERM);
    }
    if (now - *alone_since_ < kPatience) return;
    if (terminal_) terminal_->leave();
    ::_exit(kSessionGone);
  }

  [[noreturn]] void end_now(int signal) {
    terminal_->leave();
    end_by(signal);
  }

  void send(FrontMessageKind kind, int value = 0) {
    // A link that is gone shows as its end when it is next read.
    [[maybe_unused]] const auto sent = plan_.link.send(kind, value);
  }

  void take_message() {
    auto message = plan_.link.receive();
    if (!message)
      ending_ = guard_failure(message.error().text());
    else if (!*message)
      lose_supervision();
    else
      take(**message);
    if (ending_) close_questions();
  }

  void take(supervisor::ReceivedMessage& message) {
    switch (message.kind) {
      case FrontMessageKind::kStarted:
        for (const std::string& line : plan_.at_start)
          if (!line.empty() && !plan_.quiet) notice_in_lines("guard: " + safe_text(line));
        if (terminal_ && !terminal_->keeps_others_out()) notice_in_lines(kReadableTerminal);
        command_ = message.value;
        return open_questions();
      case FrontMessageKind::kStopped:
        return stop(message.value);
      case FrontMessageKind::kExited:
        ending_ = Ending{.status = message.value,
                         .refusals_fail = has_word(message, supervisor::kRefusalsFail),
                         .lacks_records = has_word(message, supervisor::kNotAllOnRecord),
                         .goes_on = has_word(message, supervisor::kGoesOn)};
        return;
      case FrontMessageKind::kSignalled:
        ending_ = Ending{.status = 128,
                         .signal = message.value,
                         .lacks_records = has_word(message, supervisor::kNotAllOnRecord),
                         .goes_on = has_word(message, supervisor::kGoesOn)};
        return;
      case FrontMessageKind::kFailed:
        ending_ = Ending{message.value, 0, message.text.data()};
        return;
      case FrontMessageKind::kNotice:
        // Before CMD starts --quiet leaves out what is not unsafe.
        if (plan_.quiet && command_ == 0 && message.value != supervisor::kToldWhenQuiet) return;
        return notice(safe_text(message.text.data()));
      case FrontMessageKind::kPaused:
      case FrontMessageKind::kResumed:
        return tell_of_brake(message.kind == FrontMessageKind::kPaused,
                             safe_text(message.text.data()));
      case FrontMessageKind::kLater:
        return later_.push_back(safe_text(message.text.data()));
      case FrontMessageKind::kReadsSecrets:
        if (passwords_) passwords_->add(safe_text(message.text.data()), std::move(message.file));
        return;
      case FrontMessageKind::kSignal:
      case FrontMessageKind::kContinue:
      case FrontMessageKind::kHungUp:
      case FrontMessageKind::kGoodbye:
      case FrontMessageKind::kRecorded:
        ending_ = guard_failure("the supervising process sent nonsense");
        return;
    }
  }

  // A terminal by itself breaks a line in the middle of a word. No name begins a line.
  void notice_in_lines(const std::string& text) const {
    const bool shown = ::isatty(STDERR_FILENO) == 1;
    const std::size_t columns = shown ? size_of(STDERR_FILENO).ws_col : 0;
    for (const std::string& line : broken_at_blanks(text, columns, "  ")) notice(line);
  }

  // An agent that draws its own screen must not be written over: only before it runs.
  void notice(const std::string& line) const {
    if (terminal_ && command_ != 0) return;
    std::fprintf(stderr, terminal_ ? "%s\r\n" : "%s\n", line.c_str());
  }

  void tell_of_brake(bool paused, const std::string& line) {
    if (!terminal_ && !line.empty()) notice(line);
    if (!terminal_) return;
    paused ? pause_.paused(line) : pause_.resumed(line);
    if (signs_) signs_->paused(paused ? line : "");
  }

  // Without a terminal of its own the stop may be old news: Ctrl-Z stopped this process too, and
  // `fg` continued both before the message was read.
  void stop(int signal) {
    if (!terminal_ && !is_stopped(command_)) return;
    if (terminal_) terminal_->leave();
    stop_self(signal, terminal_ && is_commands_turn() ? Stopped::kGroup : Stopped::kProcess);
    if (terminal_) terminal_->follow_job();
    if (terminal_ || is_stopped(command_)) send(FrontMessageKind::kContinue);
  }

  // Reaper and ward end the tree; were they killed too, it has come here. This process may have
  // other children (a shell's jobs, from before it became guard); they have no filter of guard.
  void lose_supervision() {
    const int own = filters_of(::getpid());
    if (!weakened("front-ends-tree"))
      end_descendants([own](pid_t pid) { return filters_of(pid) > own; });
    ending_ = guard_failure("the supervising process died; everything it supervised was ended");
  }

  void open_questions() {
    if (!plan_.open_questions || questions_) return;
    questions_ = plan_.open_questions();
    if (!questions_) return;
    if (plan_.upper.valid()) return (void)upper_.emplace(*questions_, std::move(plan_.upper));
    asker_.emplace(*questions_, terminal_ ? &terminal_->relay() : nullptr,
                   terminal_ ? &terminal_->mode() : nullptr, plan_.quiet, plan_.where);
    if (passwords_) asker_->set_sign(passwords_->sign());
    signs_.emplace(plan_.attention, terminal_ ? &terminal_->relay() : nullptr);
    asker_->tell_first([this](const SourceItem& item, TimePoint now) { signs_->note(item, now); });
  }

  void close_questions() {
    if (passwords_) passwords_->abandon();
    if (asker_) asker_->abandon();
    asker_.reset();
    if (signs_) signs_->close();
    signs_.reset();
    if (!goes_on_for_upper()) {
      upper_.reset();
      questions_.reset();
    }
    if (terminal_) terminal_->drop_slave();
  }

  // ASKS_ON: another process holds the link.
  void leave(bool asks_on) {
    if (!asks_on) send(FrontMessageKind::kGoodbye);
    if (!terminal_) return;
    PtyRelay& relay = terminal_->relay();
    if (!relay.hung_up()) leave_output_relay(relay.master(), relay.output());
    terminal_->leave();
  }

  // The next step of a pipeline that reads the record means all of it. It is not waited for
  // long where the disk is slow, nor where somebody wants this process to end.
  void wait_for_record() const {
    constexpr auto kPatience = std::chrono::milliseconds(1000);
    const auto until = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          until - std::chrono::steady_clock::now());
      std::array<pollfd, 2> polled = {{{plan_.link.fd(), POLLIN, 0}, {signals_.fd(), POLLIN, 0}}};
      const bool came = left.count() > 0 &&
                        ::poll(polled.data(), polled.size(), static_cast<int>(left.count())) > 0;
      if (!came || polled[0].revents == 0) return;
      const auto message = plan_.link.receive();
      if (!message || !*message || (*message)->kind == FrontMessageKind::kRecorded) return;
    }
  }

  void say_what_was_kept() const {
    for (const std::string& line : later_) std::fprintf(stderr, "%s\n", line.c_str());
  }

  FrontPlan plan_;
  SignalInbox signals_;
  std::unique_ptr<OwnTerminal> terminal_;
  std::unique_ptr<QuestionSource> questions_;
  std::optional<Asker> asker_;
  std::optional<UpperAsker> upper_;  // in the place of asker_
  std::optional<TimePoint> alone_since_;
  std::optional<PasswordDesk> passwords_;  // nullopt: no terminal of our own
  std::optional<AttentionSigns> signs_;
  PauseSign pause_;
  std::optional<Ending> ending_;
  std::vector<std::string> later_;
  int command_ = 0;
  int last_turns_ = 0;
};

}  // namespace

Ending run_front(FrontPlan plan) {
  auto signals = SignalInbox::open(plan.pty.has_value());
  if (!signals) return not_begun(signals.error().text());
  std::unique_ptr<OwnTerminal> terminal;
  if (plan.pty) {
    auto opened = OwnTerminal::open(std::move(*plan.pty), plan.ends);
    if (!opened) return not_begun(opened.error().text());
    terminal = std::move(*opened);
  }
  return Front(std::move(plan), std::move(*signals), std::move(terminal)).run();
}

int pass_on(const Ending& ending) {
  if (!ending.text.empty()) std::fprintf(stderr, "guard: %s\n", safe_text(ending.text).c_str());
  if (ending.signal != 0) end_by(ending.signal);
  return ending.status;
}

}  // namespace guard::console
