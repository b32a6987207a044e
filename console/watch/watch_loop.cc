// SPDX-License-Identifier: Apache-2.0
#include "console/watch/watch_loop.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include "console/terminal/terminal_style.h"
#include "console/terminal/unreadable_terminal.h"
#include "console/watch/curses_screen.h"
#include "console/watch/session_feeds.h"
#include "console/watch/watch_layout.h"
#include "console/watch/watch_model.h"

namespace guard::console {
namespace {

constexpr std::chrono::seconds kFirstLook{5};
constexpr int kSoon = 50;  // ms: while the keys wait for a pause

class WatchLoop {
 public:
  WatchLoop(const FindSockets& find_sockets, std::unique_ptr<Inbox> inbox,
            std::unique_ptr<CursesScreen> screen, ViewStyle style, WatchEnd end)
      : inbox_(std::move(inbox)),
        screen_(std::move(screen)),
        style_(style),
        feeds_(find_sockets, *inbox_, "guard watch"),
        end_(end) {}

  void run() {
    while (!model_.done() && !lost_ && !all_is_answered()) turn();
    screen_.reset();  // before the feeds are waited for
  }

 private:
  void turn() {
    const auto now = std::chrono::system_clock::now();
    feeds_.look(now);
    for (const WatchNews& news : inbox_->take()) model_.take(news, now);
    if (model_.take_bell()) screen_->ring();
    screen_->draw(watch_screen(model_, screen_->size(), style_, now));
    wait();
    model_.set_acts_shown(shows_acts(screen_->size()));
    for (WatchRequest& request :
         model_.on_keys(screen_->read_keys(), std::chrono::system_clock::now()))
      feeds_.send(std::move(request));
  }

  // News of what waits come a moment after the first look.
  bool all_is_answered() {
    if (end_ == WatchEnd::kByPerson) return false;
    const bool waits = !model_.known().rows(Tab::kQuestions).empty();
    if (waits) anything_waited_ = true;
    const bool looked = std::chrono::system_clock::now() > begun_ + kFirstLook;
    return !waits && (anything_waited_ || looked);
  }

  void wait() {
    std::array<pollfd, 2> entries = {{{STDIN_FILENO, POLLIN, 0}, {inbox_->fd(), POLLIN, 0}}};
    ::poll(entries.data(), entries.size(), model_.is_waiting() ? kSoon : SessionFeeds::kTick);
    lost_ = (entries[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
  }

  std::unique_ptr<Inbox> inbox_;
  std::unique_ptr<CursesScreen> screen_;
  ViewStyle style_;
  WatchModel model_;
  SessionFeeds feeds_;
  bool lost_ = false;
  const WatchEnd end_;
  const TimePoint begun_ = std::chrono::system_clock::now();
  bool anything_waited_ = false;
};

}  // namespace

Result<void> run_watch(const FindSockets& find_sockets, WatchEnd end) {
  UnreadableTerminal terminal(STDIN_FILENO);
  if (!terminal.hold())
    return fail(Code::kRefused,
                "the rights of this terminal cannot be changed, so other programs of yours could "
                "take keys from it; use guard pending and guard approve");
  auto inbox = Inbox::make();
  if (!inbox) return forward(inbox.error());
  const ViewStyle style = style_of_terminal(STDOUT_FILENO);
  auto screen = CursesScreen::open(style.colour);
  if (!screen) return forward(screen.error());
  WatchLoop(find_sockets, std::move(*inbox), std::move(*screen), style, end).run();
  return {};
}

}  // namespace guard::console
