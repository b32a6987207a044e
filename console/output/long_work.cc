// SPDX-License-Identifier: Apache-2.0
#include "console/output/long_work.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace guard::console {
namespace {

constexpr auto kBeforeTheFirst = std::chrono::seconds(1);
constexpr auto kBetween = std::chrono::milliseconds(100);

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t ended_by = 0;

void note_signal(int signal) {
  ended_by = signal;
}

// A signal that was ignored when guard started stays so (nohup). Without SA_RESTART: a write that
// waits for its reader ends too.
void take(int signal, struct sigaction& before) {
  if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(signal, &action, nullptr);
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace

LongWork::LongWork(std::string what, std::string units, Output output)
    : what_(std::move(what)),
      units_(std::move(units)),
      is_shown_(::isatty(STDERR_FILENO) != 0 &&
                (output == Output::kPrintsNothing || ::isatty(STDOUT_FILENO) == 0)),
      next_(Clock::now() + kBeforeTheFirst) {
  ended_by = 0;
  for (std::size_t at = 0; at < kSignals.size(); ++at) take(kSignals[at], before_[at]);
}

LongWork::~LongWork() {
  clear();
  for (std::size_t at = 0; at < kSignals.size(); ++at)
    ::sigaction(kSignals[at], &before_[at], nullptr);
}

supervisor::Watch LongWork::watch() {
  return [this](std::uint64_t done, std::uint64_t total) {
    if (is_shown_) show(done, total);
    return ended_by == 0;
  };
}

int LongWork::status(int otherwise) const {
  return ended_by == 0 ? otherwise : 128 + ended_by;
}

bool LongWork::is_interrupted() const {
  return ended_by != 0;
}

void LongWork::show(std::uint64_t done, std::uint64_t total) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  std::string line = what_ + ": ";
  if (done == 0 && total == 0) {
    line += "reading";
  } else {
    line += grouped(done);
    if (total != 0) {
      line += " of " + grouped(total) + " " + units_ + " (" +
              std::to_string(std::min<std::uint64_t>(100, done * 100 / total)) + " %)";
    } else {
      line += " " + units_;
    }
  }
  const std::size_t width = line.size();
  if (width < width_) line.append(width_ - width, ' ');
  width_ = width;
  std::fprintf(stderr, "\r%s", line.c_str());
  std::fflush(stderr);
}

void LongWork::clear() {
  if (width_ == 0) return;
  std::fprintf(stderr, "\r%s\r", std::string(width_, ' ').c_str());
  std::fflush(stderr);
  width_ = 0;
}

}  // namespace guard::console
