// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

namespace guard::supervisor {
namespace {

constexpr int kLook = 50;  // ms between two looks at the terminal's settings
// A program that was given a password takes a moment to turn the echo on again.
constexpr std::uint64_t kUntilAnother = 300;  // ms
// Its words reach the screen first: guard's box holds back what comes behind it.
constexpr std::uint64_t kUntilShown = 40;  // ms
constexpr int kMostUnread = 2048;
// A process that was told to end by then and goes on ignores it: a keeper would wait for as long as
// it likes.
constexpr std::uint64_t kUntilLeft = 3000;  // ms
constexpr int kLastTurns = 256;             // of what background programs go on writing

constexpr std::array<std::pair<int, int>, 3> kSignalKeys = {
    {{VINTR, SIGINT}, {VQUIT, SIGQUIT}, {VSUSP, SIGTSTP}}};

std::uint64_t now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000 +
         static_cast<std::uint64_t>(now.tv_nsec) / 1000000;
}

bool say(int socket, RelayKind kind, int value) {
  const RelayMessage message{static_cast<std::uint32_t>(kind), value, 0};
  return ::send(socket, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

bool say_bytes(int socket, RelayKind kind, const char* bytes, std::size_t count) {
  RelayPacket packet;
  packet.head = {static_cast<std::uint32_t>(kind), static_cast<std::int32_t>(count), 0};
  std::memcpy(packet.body.bytes, bytes, count);
  const std::size_t size = sizeof packet.head + count;
  return ::send(socket, &packet, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

// The signal that KEY is on a terminal of SETTINGS; 0: none.
int signal_of(char key, const termios& settings) {
  if ((settings.c_lflag & ISIG) == 0 || key == _POSIX_VDISABLE) return 0;
  for (const auto& [place, number] : kSignalKeys)
    if (settings.c_cc[place] == static_cast<cc_t>(key)) return number;
  return 0;
}

// "/proc/PID/" + NAME, without an allocation.
std::array<char, 96> path_of(pid_t pid, std::string_view before, std::string_view behind) {
  std::array<char, 96> path{};
  char* end = path.data();
  const auto add = [&end](std::string_view text) {
    end = std::copy(text.begin(), text.end(), end);
  };
  const auto number = [&] { end = std::to_chars(end, path.data() + path.size(), pid).ptr; };
  add("/proc/");
  number();
  if (!before.empty()) {
    add(before);
    number();
  }
  add(behind);
  return path;
}

// sudo may run its command in its own place. A program that was started by its descriptor has the
// name of that in older kernels (proc_pid_comm(5)).
bool is_itself(pid_t pid) {
  const auto path = path_of(pid, "", "/comm");
  const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  std::array<char, 32> name{};
  const ssize_t got = file < 0 ? -1 : ::read(file, name.data(), name.size());
  if (file >= 0) ::close(file);
  const std::string_view said(name.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return said == "sudo\n" || said == "3\n" || said == "guard-raised\n";
}

// proc_pid_children(5). If that cannot be read, it counts as children: then its keys are no
// password.
bool has_children(pid_t pid) {
  const auto path = path_of(pid, "/task/", "/children");
  const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  char first = 0;
  const bool none = ::read(file, &first, 1) == 0;
  ::close(file);
  return !none;
}

}  // namespace

bool RaisedKeeper::has_ended(int* status) {
  while (::waitpid(kept_.child, status, WNOHANG | WUNTRACED) == kept_.child) {
    if (!WIFSTOPPED(*status)) return true;
    (void)say(kept_.relay, kRelayStopped, WSTOPSIG(*status));
  }
  return false;
}

bool RaisedKeeper::attend(int* status) {
  sigset_t ended;
  ::sigemptyset(&ended);
  ::sigaddset(&ended, SIGCHLD);
  const int ends = ::signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
  if (ends < 0 || kept_.child <= 0) return false;
  while (!has_ended(status)) {
    if (is_left_alone()) return false;
    std::array<pollfd, 5> ready = {{{ends, POLLIN, 0},
                                    {kept_.relay, POLLIN, 0},
                                    {kept_.front, POLLIN, 0},
                                    {kept_.master, POLLIN, 0},
                                    {kept_.guard, POLLIN, 0}}};
    const bool looks = kept_.master >= 0 || lost_at_ != 0;
    if (::poll(ready.data(), ready.size(), looks ? kLook : -1) < 0) continue;
    signalfd_siginfo info{};
    if (ready[0].revents != 0) (void)!::read(ends, &info, sizeof info);
    if (ready[3].revents != 0) show();
    look_for_secret();
    give_kept_keys();
    if (ready[2].revents != 0) hear_front();
    if (ready[1].revents != 0) hear_relay();
    if (ready[4].revents != 0) lose_relay();
  }
  return true;
}

// Its last output comes first. Its own group stops being the one in front: what it left in the
// background gets no SIGHUP when this terminal closes, as on a terminal that stays.
void RaisedKeeper::end(int status) const {
  std::array<char, kRelayMostBytes> bytes;
  for (int turns = 0; kept_.master >= 0 && turns < kLastTurns; ++turns) {
    const ssize_t got = ::read(kept_.master, bytes.data(), bytes.size());
    if (got <= 0) break;
    (void)say_bytes(kept_.relay, kRelayBytes, bytes.data(), static_cast<std::size_t>(got));
  }
  if (kept_.master >= 0) (void)::tcsetpgrp(kept_.master, ::getpgrp());
  if (secret_) (void)say(kept_.front, kRelayNoSecret, 0);
  const bool killed = WIFSIGNALED(status);
  (void)say(kept_.relay, killed ? kRelayKilled : kRelayExited,
            killed ? WTERMSIG(status) : WEXITSTATUS(status));
}

void RaisedKeeper::hear_relay() {
  RelayPacket packet{};
  const ssize_t got = ::recv(kept_.relay, &packet, sizeof packet, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got < static_cast<ssize_t>(sizeof packet.head)) return lose_relay();
  obey(packet, static_cast<std::size_t>(got));
}

void RaisedKeeper::obey(const RelayPacket& packet, std::size_t size) {
  const int value = packet.head.value;
  const std::size_t count = size - sizeof packet.head;
  if (packet.head.kind == kRelaySignal && value > 0 && value < NSIG) {
    // As a shell's `fg` does.
    if (value == SIGCONT) (void)::kill(-kept_.child, SIGCONT);
    (void)::kill(kept_.child, value);
  }
  if (kept_.master < 0) return;
  if (packet.head.kind == kRelayBytes) type(packet.body.bytes, count);
  if (packet.head.kind == kRelayWindow && count == sizeof packet.body.terminal)
    (void)::ioctl(kept_.master, TIOCSWINSZ, &packet.body.terminal.size);
}

// At a password nothing of the tree's counts but keys that end or stop the program: neither a
// guess nor what was typed ahead. Keys that the terminal has no room for are lost, as on any.
void RaisedKeeper::type(const char* keys, std::size_t count) {
  termios settings{};
  if (::tcgetattr(kept_.master, &settings) != 0) return;
  const bool secret = secret_ || reads_secret(settings);
  const bool early = !secret && may_still_ask();
  if (early)
    for (const char* key = keys; key < keys + count && kept_count_ < kept_keys_.size(); ++key)
      if (signal_of(*key, settings) == 0) kept_keys_[kept_count_++] = *key;
  if (!secret && !early) hand_on(keys, count);
  for (const char* key = keys; key < keys + count; ++key) {
    const int number = signal_of(*key, settings);
    if (number == 0) continue;
    if (secret || early) (void)!::write(kept_.master, key, 1);
    (void)say(kept_.relay, kRelayTyped, number);
  }
}

// sudo flushes what was typed before it reads a password, and the kernel only what the terminal
// itself holds (n_tty(4): 4,096 bytes), not what waits behind that: so no more gets there.
void RaisedKeeper::hand_on(const char* keys, std::size_t count) const {
  int unread = 0;
  if (::ioctl(kept_.slave, FIONREAD, &unread) != 0 || unread >= kMostUnread) return;
  const std::size_t room = static_cast<std::size_t>(kMostUnread - unread);
  (void)!::write(kept_.master, keys, std::min(count, room));
}

// It runs no command yet: what is typed may be read as its password.
bool RaisedKeeper::may_still_ask() const {
  return kept_.asks_itself && is_itself(kept_.child) && !has_children(kept_.child);
}

void RaisedKeeper::give_kept_keys() {
  if (kept_count_ == 0 || secret_ || may_still_ask()) return;
  hand_on(kept_keys_.data(), std::exchange(kept_count_, 0));
}

void RaisedKeeper::show() {
  std::array<char, kRelayMostBytes> bytes;
  const ssize_t got = ::read(kept_.master, bytes.data(), bytes.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  // EIO: nobody has it open, just now; its end comes by waitpid.
  if (got <= 0) return (void)::poll(nullptr, 0, 1);
  shown_at_ = now_ms();
  note_prompt(bytes.data(), static_cast<std::size_t>(got));
  (void)say_bytes(kept_.relay, kRelayBytes, bytes.data(), static_cast<std::size_t>(got));
}

void RaisedKeeper::note_prompt(const char* bytes, std::size_t count) {
  for (const char* byte = bytes; byte < bytes + count; ++byte) {
    if (*byte == '\n' || *byte == '\r') {
      if (prompt_.size > 0) before_ = prompt_;
      prompt_.size = 0;
    } else if (prompt_.size < prompt_.bytes.size()) {
      prompt_.bytes[prompt_.size++] = *byte;
    }
  }
}

// "Sorry, try again. [sudo] password for ana: "
bool RaisedKeeper::tell_of_secret() const {
  std::array<char, 2 * sizeof prompt_.bytes + 1> text;
  char* end = std::copy_n(before_.bytes.data(), before_.size, text.data());
  if (before_.size > 0) *end++ = ' ';
  end = std::copy_n(prompt_.bytes.data(), prompt_.size, end);
  return say_bytes(kept_.front, kRelaySecret, text.data(),
                   static_cast<std::size_t>(end - text.data()));
}

bool RaisedKeeper::reads_secret(const termios& settings) const {
  if ((settings.c_lflag & ECHO) != 0) return false;
  if ((settings.c_lflag & ICANON) != 0) return true;
  return may_still_ask();
}

void RaisedKeeper::look_for_secret() {
  termios settings{};
  if (kept_.master < 0 || ::tcgetattr(kept_.master, &settings) != 0) return;
  const bool now = reads_secret(settings);
  keep_others_out(now);
  const std::uint64_t time = now_ms();
  const bool settled = time - answered_at_ >= kUntilAnother && time - shown_at_ >= kUntilShown;
  if (now && settled && kept_.front < 0) return hang_up();
  if (now && !secret_ && settled)
    secret_ = tell_of_secret();
  else if (!now && secret_)
    secret_ = !say(kept_.front, kRelayNoSecret, 0);
}

// Nobody can be asked: the front has no room for it, or has gone. sudo would wait for minutes; a
// terminal that is gone it notices at once, as it would bare.
void RaisedKeeper::hang_up() {
  unasked_ = true;
  (void)say(kept_.relay, kRelayUnasked, 0);
  ::close(kept_.master);
  kept_.master = -1;
}

// Its rights keep other programs of this user out until one of them changes these. That is asked
// about; where it is not, it is of no use before the program has read its password and runs a
// command, nor at any other password: then nobody but root opens it (ioctl_tty(2), TIOCEXCL). The
// command may be another user's, and opens it by its name.
void RaisedKeeper::keep_others_out(bool secret) {
  const bool shut = secret || !has_children(kept_.child);
  if (shut == shut_) return;
  if (!shut) (void)::fchmod(kept_.slave, 0);
  if (::ioctl(kept_.slave, shut ? TIOCEXCL : TIOCNXCL) == 0) shut_ = shut;
}

// A word that comes after the program stopped reading one is nobody's: it would be shown.
void RaisedKeeper::hear_front() {
  RelayPacket packet{};
  const ssize_t got = ::recv(kept_.front, &packet, sizeof packet, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got < static_cast<ssize_t>(sizeof packet.head)) {
    kept_.front = -1;
    secret_ = false;
    return;
  }
  termios settings{};
  const std::size_t count = static_cast<std::size_t>(got) - sizeof packet.head;
  if (secret_ && packet.head.kind == kRelayBytes && ::tcgetattr(kept_.master, &settings) == 0 &&
      reads_secret(settings)) {
    (void)!::write(kept_.master, packet.body.bytes, count);
    secret_ = false;
    answered_at_ = now_ms();
    before_.size = prompt_.size = 0;
  }
  ::explicit_bzero(&packet, sizeof packet);
}

bool RaisedKeeper::is_left_alone() const {
  return lost_at_ != 0 && now_ms() - lost_at_ >= kUntilLeft;
}

// As a terminal that is closed. The kernel tells the group in front, whatever its rights.
void RaisedKeeper::lose_relay() {
  for (const int number : {SIGHUP, SIGCONT, SIGTERM}) (void)::kill(kept_.child, number);
  if (kept_.master >= 0) ::close(kept_.master);
  kept_.master = -1;
  if (kept_.relay >= 0) ::close(kept_.relay);
  kept_.relay = kept_.guard = -1;
  lost_at_ = now_ms();
}

}  // namespace guard::supervisor
