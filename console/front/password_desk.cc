// SPDX-License-Identifier: Apache-2.0
#include "console/front/password_desk.h"

#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/process/relay_wire.h"
#include "console/front/session_sign.h"
#include "console/terminal/terminal_style.h"

namespace guard::console {
namespace {

// Without a key for so long a person has seen that the box is over.
constexpr std::chrono::milliseconds kPause{1500};
constexpr int kOverTick = 100;  // ms

constexpr const char* kSignBefore = "guard's own boxes in this session say: ";

// False: nobody reads it any more, or it is full, which no keeper lets happen.
bool give(int socket, std::string_view answer) {
  RelayPacket packet;
  packet.head = {kRelayBytes, static_cast<std::int32_t>(answer.size()), 0};
  std::memcpy(packet.body.bytes, answer.data(), answer.size());
  const std::size_t size = sizeof packet.head + answer.size();
  const bool sent =
      ::send(socket, &packet, size, MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(size);
  ::explicit_bzero(&packet, sizeof packet);
  return sent;
}

}  // namespace

PasswordDesk::PasswordDesk(PtyRelay& relay, TerminalMode& mode)
    : relay_(relay), mode_(mode), screen_(relay), sign_(kSignBefore + make_session_sign()) {
  ready_.reset(::epoll_create1(EPOLL_CLOEXEC));
}

// A keeper that cannot be heard is let go of: it notices, and closes the terminal of a command that
// reads a password then.
void PasswordDesk::add(std::string command, UniqueFd keeper) {
  epoll_event wanted{};
  wanted.events = EPOLLIN;
  wanted.data.fd = keeper.get();
  if (::epoll_ctl(ready_.get(), EPOLL_CTL_ADD, keeper.get(), &wanted) != 0) return;
  keepers_.push_back({std::move(keeper), std::move(command), ""});
}

void PasswordDesk::on_keepers() {
  for (auto keeper = keepers_.begin(); keeper != keepers_.end();) {
    if (hear(*keeper)) {
      ++keeper;
      continue;
    }
    if (asked_ == &*keeper) asked_ = nullptr;
    keeper = keepers_.erase(keeper);
  }
}

// False: it has gone.
bool PasswordDesk::hear(Keeper& keeper) {
  RelayPacket packet;
  const ssize_t got = ::recv(keeper.socket.get(), &packet, sizeof packet, MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got < static_cast<ssize_t>(sizeof packet.head)) return false;
  keeper.reads = packet.head.kind == kRelaySecret;
  if (keeper.reads)
    keeper.prompt.assign(packet.body.bytes, static_cast<std::size_t>(got) - sizeof packet.head);
  return true;
}

PasswordDesk::Keeper* PasswordDesk::waiting() const {
  const auto found =
      std::find_if(keepers_.begin(), keepers_.end(), [](const Keeper& one) { return one.reads; });
  return found == keepers_.end() ? nullptr : const_cast<Keeper*>(&*found);
}

void PasswordDesk::on_turn(bool may_begin, TimePoint now) {
  if (state_ == State::kRedrawing && screen_.done_redrawing(now)) state_ = State::kIdle;
  if (wants_screen() && may_begin) {
    screen_.pause(now);
    state_ = State::kPausing;
  }
  if (state_ == State::kPausing) draw(now);
  if (state_ == State::kReading) serve_keys(now);
}

int PasswordDesk::patience() const {
  if (state_ == State::kReading) return asked_ == nullptr || !asked_->reads ? kOverTick : -1;
  return state_ == State::kPausing || state_ == State::kRedrawing ? TakenScreen::kPatience : -1;
}

void PasswordDesk::draw(TimePoint now) {
  asked_ = waiting();
  if (asked_ == nullptr) {
    screen_.let_go();
    state_ = State::kIdle;
    return;
  }
  if (!screen_.ready(now)) return;
  // Keys that were typed ahead for the program are no password.
  (void)screen_.take();
  paste_ = {};
  box_ = std::make_unique<PasswordBox>(PasswordRequest{asked_->command, asked_->prompt, sign_},
                                       screen_.style());
  relay_.draw(box_->open());
  typed_at_ = now;
  state_ = State::kReading;
}

void PasswordDesk::serve_keys(TimePoint now) {
  std::string typed = relay_.take_typed();
  if (!typed.empty()) typed_at_ = now;
  const bool over = asked_ == nullptr || !asked_->reads;
  // Whoever is in the middle of a password goes on typing: none of it is the program's.
  if (over && now - typed_at_ < kPause) return ::explicit_bzero(typed.data(), typed.size());
  if (over) return close(now);
  // Another program has changed the terminal meanwhile: these may not be the keys that were
  // pressed.
  if (mode_.mend()) typed.clear();
  if (typed.empty()) return;
  const auto pasted = paste_.pasted(typed);
  relay_.draw(pasted ? box_->on_pasted(*pasted) : box_->on_typed(typed));
  ::explicit_bzero(typed.data(), typed.size());
  if (box_->answer().empty()) return;
  (void)give(asked_->socket.get(), box_->answer());
  asked_->reads = false;
  close(now);
}

void PasswordDesk::close(TimePoint now) {
  const std::string last = box_->close();
  box_.reset();
  asked_ = nullptr;
  state_ = screen_.give_back(last, now) ? State::kRedrawing : State::kIdle;
}

void PasswordDesk::on_resize() {
  if (box_) relay_.draw(box_->resized(style_of_terminal(relay_.output())));
}

void PasswordDesk::abandon() {
  keepers_.clear();
  asked_ = nullptr;
  if (box_) close(std::chrono::system_clock::now());
  if (state_ == State::kPausing) screen_.let_go();
  if (state_ == State::kRedrawing) screen_.end_redrawing();
  state_ = State::kIdle;
}

}  // namespace guard::console
