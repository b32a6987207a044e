// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/pty_relay.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "console/terminal/terminal_mode.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostToAgent = 64 * 1024;
constexpr std::size_t kMostToScreen = 64 * 1024;
constexpr std::size_t kMostHeldBack = 256 * 1024;  // while a question is on the screen
constexpr std::size_t kMostTyped = 4 * 1024;
constexpr std::size_t kChunk = 16 * 1024;

enum class Outcome { kMoved, kLater, kEnded };

Outcome outcome_of(ssize_t moved) {
  if (moved > 0) return Outcome::kMoved;
  if (moved < 0 && (errno == EAGAIN || errno == EINTR)) return Outcome::kLater;
  return Outcome::kEnded;
}

// Writes what fits of the first `most` bytes, removes it from `bytes` and gives it to `written`.
Outcome write_some(int fd, std::string& bytes, std::size_t most, std::string* written = nullptr) {
  const ssize_t moved = ::write(fd, bytes.data(), most);
  const Outcome outcome = outcome_of(moved);
  if (outcome != Outcome::kMoved) return outcome;
  if (written != nullptr) written->assign(bytes, 0, static_cast<std::size_t>(moved));
  bytes.erase(0, static_cast<std::size_t>(moved));
  return outcome;
}

Outcome read_some(int fd, std::string& bytes) {
  std::array<char, kChunk> chunk;
  const ssize_t got = ::read(fd, chunk.data(), chunk.size());
  const Outcome outcome = outcome_of(got);
  if (outcome == Outcome::kMoved) bytes.append(chunk.data(), static_cast<std::size_t>(got));
  return outcome;
}

short events_of(int fd, short wanted, int timeout_ms) {
  pollfd entry{fd, wanted, 0};
  return ::poll(&entry, 1, timeout_ms) > 0 ? entry.revents : short{0};
}

}  // namespace

Result<PtyPair> open_pty(const termios& settings, const winsize& size) {
  PtyPair pty{UniqueFd{::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)}, {}};
  if (!pty.master.valid()) return fail_errno("open a pty");
  if (::grantpt(pty.master.get()) != 0 || ::unlockpt(pty.master.get()) != 0)
    return fail_errno("unlock the pty");
  // Through the master and not by name: no other mount of /dev/pts can be in between.
  pty.slave.reset(::ioctl(pty.master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!pty.slave.valid()) return fail_errno("open the pty's other side");
  if (::tcsetattr(pty.slave.get(), TCSANOW, &settings) != 0) return fail_errno("set up the pty");
  if (::ioctl(pty.master.get(), TIOCSWINSZ, &size) != 0) return fail_errno("size the pty");
  return pty;
}

PtyRelay::PtyRelay(UniqueFd master, UniqueFd input, UniqueFd output)
    : master_(std::move(master)), input_(std::move(input)), output_(std::move(output)) {
  ::fcntl(master_.get(), F_SETFL, O_NONBLOCK);
}

PtyRelay::Wants PtyRelay::wants(bool may_read) const {
  Wants wants;
  if (master_.valid() && room_for_output()) wants.master = POLLIN;
  if (master_.valid() && !to_agent_.empty())
    wants.master = static_cast<short>(wants.master | POLLOUT);
  const bool room = paused_ ? typed_.size() < kMostTyped : to_agent_.size() < kMostToAgent;
  if (may_read && room && !input_ended_) wants.input = POLLIN;
  if (!overlay_.empty() || showable() > 0) wants.output = POLLOUT;
  return wants;
}

bool PtyRelay::room_for_output() const {
  return reading_ && to_screen_.size() < (paused_ ? kMostHeldBack : kMostToScreen);
}

// Paused: only as far as the character or sequence that is half on the screen.
std::size_t PtyRelay::showable() const {
  return paused_ ? screen_.until_whole(to_screen_) : to_screen_.size();
}

void PtyRelay::on_master(short events) {
  if ((events & POLLOUT) != 0) feed_agent();
  if ((events & POLLIN) == 0 || !room_for_output()) return;
  read_some(master_.get(), to_screen_);
  flush();
}

void PtyRelay::on_input(short events) {
  if ((events & (POLLIN | POLLHUP | POLLERR)) == 0) return;
  const std::size_t before = to_agent_.size();
  if (read_some(input_.get(), paused_ ? typed_ : to_agent_) == Outcome::kEnded) input_ended_ = true;
  note_signal(std::string_view(to_agent_).substr(before));
  feed_agent();
}

void PtyRelay::feed_agent() {
  if (!master_.valid()) to_agent_.clear();
  if (to_agent_.empty()) return;
  if (write_some(master_.get(), to_agent_, to_agent_.size()) == Outcome::kEnded) to_agent_.clear();
}

void PtyRelay::on_output() {
  flush();
}

std::string PtyRelay::take_typed() {
  return std::exchange(typed_, {});
}

void PtyRelay::type(std::string_view text) {
  to_agent_ += text;
  note_signal(text);
  feed_agent();
}

// The master tells the settings of the other side (tty_ioctl(2)).
void PtyRelay::interrupt() {
  termios settings{};
  if (::tcgetattr(master_.get(), &settings) != 0 || (settings.c_lflag & ISIG) == 0) return;
  if (::ioctl(master_.get(), TIOCSIG, SIGINT) == 0) typed_signal_ = SIGINT;
}

bool PtyRelay::writes_lines() const {
  termios settings{};
  return ::tcgetattr(master_.get(), &settings) == 0 && (settings.c_oflag & OPOST) != 0;
}

// As the other side's line discipline will take them (termios(3)).
void PtyRelay::note_signal(std::string_view typed) {
  termios settings{};
  if (typed.empty() || ::tcgetattr(master_.get(), &settings) != 0) return;
  if ((settings.c_lflag & ISIG) == 0) return;
  for (const char key : typed) {
    const auto code = static_cast<unsigned char>(key);
    if (code == settings.c_cc[VINTR]) typed_signal_ = SIGINT;
    if (code == settings.c_cc[VQUIT]) typed_signal_ = SIGQUIT;
  }
}

int PtyRelay::take_typed_signal() {
  return std::exchange(typed_signal_, 0);
}

void PtyRelay::flush() {
  std::string shown;
  while (!output_gone_) {
    const bool own = !overlay_.empty();
    const std::size_t most = own ? overlay_.size() : showable();
    if (most == 0) return;
    const Outcome outcome = write_some(output_.get(), own ? overlay_ : to_screen_, most, &shown);
    if (outcome == Outcome::kLater) return;
    if (outcome == Outcome::kEnded) output_gone_ = true;
    if (outcome == Outcome::kMoved && !own) screen_.follow(shown);
  }
  overlay_.clear();
  to_screen_.clear();
}

void PtyRelay::draw(std::string_view text) {
  overlay_ += text;
  flush();
}

void PtyRelay::set_size(const winsize& size) const {
  ::ioctl(master_.get(), TIOCSWINSZ, &size);
}

void PtyRelay::provoke_redraw() const {
  winsize other = size_of(master_.get());
  other.ws_row = static_cast<unsigned short>(other.ws_row > 1 ? other.ws_row - 1 : 2);
  set_size(other);
}

void PtyRelay::end_redraw() const {
  set_size(size_of(output_.get()));
}

void PtyRelay::hang_up() {
  master_.reset();
  to_agent_.clear();
}

bool PtyRelay::drained() const {
  if (!overlay_.empty() || !to_screen_.empty()) return false;
  return !reading_ || (events_of(master_.get(), POLLIN, 0) & POLLIN) == 0;
}

bool PtyRelay::hung_up() const {
  return !master_.valid() || (events_of(master_.get(), POLLIN, 0) & POLLHUP) != 0;
}

}  // namespace guard::console
