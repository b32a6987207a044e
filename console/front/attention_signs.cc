// SPDX-License-Identifier: Apache-2.0
#include "console/front/attention_signs.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

constexpr std::int64_t kLongestSleep = 60'000;
// The name by which GET /v1/approvals calls the person who answers here.
constexpr std::string_view kHere = "(terminal)";

int tier_of(const nlohmann::json& question) {
  const auto tier = question.is_object() ? question.find("tier") : question.end();
  return tier != question.end() && tier->is_number_integer() ? tier->get<int>() : 2;
}

bool terminal_keeps_titles() {
  const char* term = std::getenv("TERM");
  return term != nullptr && keeps_titles(term, std::getenv("TMUX") != nullptr);
}

}  // namespace

AttentionSigns::AttentionSigns(const AttentionPlan& plan, PtyRelay* relay)
    : titles_(plan.title && relay != nullptr && terminal_keeps_titles()),
      relay_(relay),
      attention_(plan) {}

void AttentionSigns::note(const SourceItem& item, TimePoint now) {
  if (item.kind == SourceItem::Kind::kAsked) {
    const std::string id = text_field(item.question, "id");
    attention_.asked(id, tier_of(item.question), now);
    waiting_.emplace_back(id, text_field(item.question, "what"));
  }
  if (item.kind == SourceItem::Kind::kSettled) {
    const bool here = text_field(item.question, "answered_by").ends_with(kHere);
    attention_.settled(item.id, tier_of(item.question), here);
    std::erase_if(waiting_, [&item](const auto& entry) { return entry.first == item.id; });
  }
}

void AttentionSigns::on_turn(bool foreground, TimePoint now) {
  const auto may_draw = [&] { return relay_ != nullptr && foreground && relay_->screen().whole(); };
  if (attention_.take_bell(now)) may_draw() ? relay_->draw("\a") : ring_on_standard_error();
  if (titles_ && may_draw()) show_title();
}

int AttentionSigns::patience(TimePoint now) const {
  const auto ring = attention_.next();
  if (!ring) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*ring - now).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, kLongestSleep));
}

// Where the bell cannot be drawn: in a sequence of the agent it would end that. Standard error may
// be the same terminal.
void AttentionSigns::ring_on_standard_error() {
  pollfd entry{STDERR_FILENO, POLLOUT, 0};
  if (::isatty(STDERR_FILENO) == 0 || ::poll(&entry, 1, 0) != 1) return;
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, "\a", 1);
}

void AttentionSigns::show_title() {
  const std::string asked = waiting_.empty() ? "" : "guard asks: " + waiting_.front().second;
  const std::string& wanted = paused_.empty() ? asked : paused_;
  if (wanted == title_) return;
  relay_->draw((title_.empty() ? "" : title_back()) + (wanted.empty() ? "" : title_shown(wanted)));
  title_ = wanted;
}

void AttentionSigns::close() {
  waiting_.clear();
  paused_.clear();
  if (titles_) show_title();
}

}  // namespace guard::console
