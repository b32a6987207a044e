// SPDX-License-Identifier: Apache-2.0
// The part of WatchModel that lets whole sessions stand still, go on, or end.
#include <algorithm>

#include "base/text/text.h"
#include "console/terminal/question_view.h"
#include "console/watch/watch_model.h"

namespace guard::console {
namespace {

constexpr std::string_view kStopWord = "stop";

bool is_paused(const WatchRow& session) {
  return text_field(session.body, "state") == "paused";
}

WatchRequest order_to(const WatchRow& session, const char* order) {
  return {RequestKind::kBrake, session.session, order, nlohmann::json::object()};
}

}  // namespace

std::string braked_text(const std::vector<std::string>& sessions, const WatchNews& news) {
  constexpr std::size_t kNamed = 3;
  const std::string state = text_field(news.body, "state");
  const bool one = sessions.size() == 1;
  std::string names;
  for (std::size_t i = 0; i < std::min(sessions.size(), kNamed); ++i)
    names += (i == 0 ? "" : ", ") + sessions[i];
  if (sessions.size() > kNamed)
    names += " and " + std::to_string(sessions.size() - kNamed) + " more";
  const std::string goes = one ? " goes on" : " go on";
  return safe_text(names + (state == "running" ? goes : (one ? " is " : " are ") + state) +
                   ", by " + text_field(news.body, "by"));
}

// One key lets several sessions stand still, and each of them says so: one line names them all.
void WatchModel::tell_braked(const WatchNews& news) {
  if (message_.empty() || message_ != braked_text(braked_, news)) braked_.clear();
  if (std::ranges::find(braked_, news.session) == braked_.end()) braked_.push_back(news.session);
  message_ = braked_text(braked_, news);
}

void WatchModel::pause_one(Requests& requests) {
  const WatchRow* row = selected();
  if (row != nullptr) requests.push_back(order_to(*row, is_paused(*row) ? "resume" : "pause"));
}

// Only where all stand still already does it let them go on.
void WatchModel::pause_all(Requests& requests) {
  const auto& sessions = rows_.rows(Tab::kSessions);
  const bool all_paused = std::ranges::all_of(sessions, is_paused);
  for (const WatchRow& row : sessions)
    if (is_paused(row) == all_paused)
      requests.push_back(order_to(row, all_paused ? "resume" : "pause"));
}

void WatchModel::ask_stop() {
  const WatchRow* row = selected();
  if (row == nullptr) return;
  set_subject({row});
  open_text(Mode::kStop, "");
}

// The session that was under the cursor when the line was opened.
void WatchModel::stop(const std::string& typed, Requests& requests) {
  if (typed != kStopWord) {
    message_ = "not the word stop: nothing was ended";
    return;
  }
  for (const WatchRow& row : rows_.rows(Tab::kSessions))
    if (!subject_.empty() && row.key == subject_.front()) requests.push_back(order_to(row, "end"));
}

}  // namespace guard::console
