// SPDX-License-Identifier: Apache-2.0
#include "console/front/upper_asker.h"

#include "console/terminal/question_view.h"
#include "supervisor/rights/raised_link.h"

namespace guard::console {

void UpperAsker::on_source() {
  for (const SourceItem& item : source_.take()) take(item);
}

void UpperAsker::take(const SourceItem& item) {
  const bool asked = item.kind == SourceItem::Kind::kAsked;
  const bool settled = item.kind == SourceItem::Kind::kSettled;
  if (settled) open_.erase(item.id);
  if (asked) open_.insert(item.id);
  // An answer that was not taken: it waits on, and nobody would answer it.
  if (item.kind == SourceItem::Kind::kRefused && open_.contains(item.id)) return deny(item.id);
  if (asked && !link_.valid()) return deny(item.id);
  if (!asked && !settled) return;
  const nlohmann::json word =
      asked ? nlohmann::json{{"asked", item.question}} : nlohmann::json{{"settled", item.id}};
  if (link_.valid() && !supervisor::say_json(link_.get(), word)) lose();
}

void UpperAsker::on_link() {
  const auto word = supervisor::hear_json(link_.get());
  if (!word) return lose();
  const std::string id = text_field(*word, "answer");
  if (!open_.contains(id)) return;
  PromptAnswer answer;
  answer.approve = word->value("approve", false);
  answer.scope = text_field(*word, "scope");
  answer.pattern = text_field(*word, "pattern");
  answer.confirm = text_field(*word, "confirm");
  answer.reason = text_field(*word, "reason");
  source_.answer(id, answer);
}

void UpperAsker::lose() {
  link_.reset();
  for (const std::string& id : open_) deny(id);
}

void UpperAsker::deny(const std::string& id) {
  PromptAnswer answer;
  answer.reason = "the session that this guard runs for has gone";
  source_.answer(id, answer);
}

}  // namespace guard::console
