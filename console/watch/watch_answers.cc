// SPDX-License-Identifier: Apache-2.0
// The part of WatchModel about answering, and taking back.
#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "console/terminal/question_detail.h"
#include "console/watch/watch_model.h"

namespace guard::console {

using Json = nlohmann::json;

// Marked lines that the filter hides are not answered: nobody sees them.
std::vector<const WatchRow*> WatchModel::to_answer() const {
  std::vector<const WatchRow*> rows;
  for (const WatchRow* row : visible())
    if (marked(*row)) rows.push_back(row);
  if (rows.empty() && selected() != nullptr) rows.push_back(selected());
  std::erase_if(rows, [&](const WatchRow* row) { return answering(*row); });
  return rows;
}

void WatchModel::set_subject(const std::vector<const WatchRow*>& rows) {
  subject_.clear();
  for (const WatchRow* row : rows) subject_.push_back(row->key);
}

std::vector<const WatchRow*> WatchModel::subject() const {
  std::vector<const WatchRow*> rows;
  for (const WatchRow* row : to_answer())
    if (std::find(subject_.begin(), subject_.end(), row->key) != subject_.end())
      rows.push_back(row);
  return rows;
}

// Tier 3 is answered one by one, not by its mark.
std::size_t WatchModel::marked_to_approve() const {
  const auto rows = subject();
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const WatchRow* row) {
    return marked(*row) && (rows.size() == 1 || !needs_word(row->body));
  }));
}

std::size_t WatchModel::marked_to_deny() const {
  const auto rows = subject();
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const WatchRow* row) { return marked(*row); }));
}

// The first key of an approval says what it is for: news between the two keys change nothing of it.
void WatchModel::arm(TimePoint now) {
  const std::vector<const WatchRow*> rows = to_answer();
  if (keys_.armed() || subject_.empty()) set_subject(rows);
  if (rows.empty()) return keys_.note(now);
  if (rows.size() != 1 || !needs_word(rows.front()->body)) return;
  keys_.note(now);
  open_text(Mode::kConfirm, "");
}

// The part on the screen does not say what the question is.
void WatchModel::refuse_unseen(TimePoint now) {
  keys_.note(now);
  subject_.clear();
  message_ = kUnseen;
}

// Into a line it is text, but for the word CONFIRM; `r` and `p` open a line that is to be read.
void WatchModel::on_paste(const std::vector<WatchKey>& pasted, TimePoint now) {
  const bool is_line = mode_ == Mode::kReason || mode_ == Mode::kPattern ||
                       mode_ == Mode::kFilter || mode_ == Mode::kSearch;
  const bool at_once = text_began_ && keys_.in_burst(now);
  keys_.note(now);
  if (!is_line || at_once) {
    message_ = "what is pasted is no answer";
    return;
  }
  std::string text;
  for (const WatchKey& key : pasted) text += key.character;
  typed_.paste(text);
}

void WatchModel::approve(Requests& requests) {
  std::vector<const WatchRow*> rows = subject();
  if (std::erase_if(rows, [](const WatchRow* row) { return needs_word(row->body); }) > 0)
    message_ = "tier 3 is answered one by one: it still waits";
  begin_answers();
  for (const WatchRow* row : rows) post(*row, approval_of(*row), requests);
  subject_.clear();
}

void WatchModel::deny(Requests& requests) {
  begin_answers();
  for (const WatchRow* row : subject()) {
    Json denial = approval_of(*row);
    denial["answer"] = "deny";
    post(*row, std::move(denial), requests);
  }
  subject_.clear();
}

void WatchModel::ask_reason() {
  const std::vector<const WatchRow*> rows = to_answer();
  if (rows.empty()) return;
  set_subject(rows);
  open_text(Mode::kReason, "");
}

// Nothing that was chosen by keys which turn out to be typing stays chosen.
void WatchModel::was_typing() {
  keys_.close();
  close_prompt();
  marked_.clear();
  edited_.clear();
  message_ = "that was typing, not an answer: marks and scopes are cleared";
}

// With what was chosen for each; an approval, where BODY has no answer of its own.
void WatchModel::answer_subject(const Json& body, Requests& requests) {
  begin_answers();
  for (const std::string& key : subject_) {
    const WatchRow* row = row_with(key);
    if (row == nullptr || answering(*row)) continue;
    Json answer = approval_of(*row);
    answer.update(body);
    post(*row, std::move(answer), requests);
  }
}

// Answers that are settled from now on are told together.
void WatchModel::begin_answers() {
  settled_ = {};
}

void WatchModel::post(const WatchRow& row, Json body, Requests& requests) {
  // A No for ever is a rule of the policy.
  if (body["answer"] == "deny" && body.value("scope", "") == "always") body["scope"] = "session";
  answering_.insert(row.key);
  marked_.erase(row.key);
  requests.push_back({RequestKind::kAnswer, row.session, row.id, std::move(body)});
}

Json WatchModel::approval_of(const WatchRow& row) const {
  Json body = {{"answer", "approve"}};
  const auto known = edited_.find(row.key);
  if (known == edited_.end()) return body;
  body["scope"] = known->second.scope.answer();
  if (known->second.pattern && known->second.scope.takes_pattern())
    body["pattern"] = *known->second.pattern;
  return body;
}

WatchModel::Edited& WatchModel::edited(const WatchRow& row) {
  return edited_.try_emplace(row.key, Edited{ScopeChoice(row.body), std::nullopt}).first->second;
}

std::string WatchModel::pattern_of(const WatchRow& row) const {
  const auto known = edited_.find(row.key);
  if (known != edited_.end() && known->second.pattern) return *known->second.pattern;
  return text_field(row.body, "pattern");
}

std::string WatchModel::scope_of(const WatchRow& row) const {
  const auto known = edited_.find(row.key);
  return known == edited_.end() ? "" : known->second.scope.covers(pattern_of(row));
}

void WatchModel::next_scope() {
  const WatchRow* row = selected();
  if (row == nullptr) return;
  edited(*row).scope.next();
  scope_of_marked(edited(*row).scope.answer());
}

// Questions that are answered together are remembered alike, where that is offered.
void WatchModel::scope_of_marked(const std::string& scope) {
  std::size_t left = 0;
  for (const WatchRow* row : visible())
    if (marked(*row) && !edited(*row).scope.choose(scope)) ++left;
  if (left > 0)
    message_ = count_text(left, "marked one does", "marked ones do") + " not offer " + scope +
               ": not changed";
}

void WatchModel::ask_pattern() {
  const WatchRow* row = selected();
  if (row == nullptr) return;
  if (!edited(*row).scope.takes_pattern()) {
    message_ = "choose a scope that is remembered first: e";
    return;
  }
  set_subject({row});
  open_text(Mode::kPattern, pattern_of(*row));
}

void WatchModel::toggle_wider() {
  const WatchRow* row = selected();
  if (row == nullptr) return;
  const std::string wider = text_field(row->body, "wider");
  if (wider.empty()) {
    message_ = "nothing wider is offered here";
    return;
  }
  Edited& choice = edited(*row);
  if (!choice.scope.takes_pattern()) {
    message_ = "choose a scope that is remembered first: e";
    return;
  }
  if (choice.pattern == wider)
    choice.pattern.reset();
  else
    choice.pattern = wider;
}

void WatchModel::mark() {
  const WatchRow* row = selected();
  if (row == nullptr) return;
  if (marked_.erase(row->key) == 0) marked_.insert(row->key);
  move({Press::kDown, 0});
}

void WatchModel::revoke(Requests& requests) {
  if (const WatchRow* row = selected())
    requests.push_back({RequestKind::kRevoke, row->session, row->id, {}});
}

void WatchModel::show_details(Requests& requests) {
  const WatchRow* row = selected();
  if (row == nullptr) return;
  mode_ = Mode::kDetails;
  scrolled_ = 0;
  detail_ = nullptr;
  detail_of_ = row->id;
  if (tab_ == Tab::kQuestions)
    requests.push_back({RequestKind::kDetail, row->session, row->id, {}});
}

}  // namespace guard::console
