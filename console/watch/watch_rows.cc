// SPDX-License-Identifier: Apache-2.0
#include "console/watch/watch_rows.h"

#include <algorithm>
#include <utility>

#include "console/terminal/question_view.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kKeptActs = 1000;

std::deque<WatchRow> grant_rows(const std::string& session, const Json& body) {
  std::deque<WatchRow> rows;
  for (const std::string& category : list_field(body, "categories"))
    rows.push_back({"category " + session + " " + category, session, category,
                    Json{{"category", category}, {"scope", "session"}}});
  for (const Json& grant : body.value("grants", Json::array())) {
    const std::string id = text_field(grant, "id");
    rows.push_back({"grant " + session + " " + id, session, id, grant});
  }
  return rows;
}

std::string question_key(const std::string& session, const std::string& id) {
  return "question " + session + " " + id;
}

}  // namespace

std::deque<WatchRow>& WatchRows::list(Tab tab) {
  return lists_[static_cast<std::size_t>(tab)];
}

const std::deque<WatchRow>& WatchRows::rows(Tab tab) const {
  return lists_[static_cast<std::size_t>(tab)];
}

// nullptr: news of this kind change no row.
WatchRows::Take WatchRows::taker_of(NewsKind kind) {
  static constexpr std::array<std::pair<NewsKind, Take>, 12> kTakers = {{
      {NewsKind::kSession, &WatchRows::on_session},
      {NewsKind::kTrouble, &WatchRows::on_trouble},
      {NewsKind::kBraked, &WatchRows::on_changed},
      {NewsKind::kBeside, &WatchRows::on_changed},
      {NewsKind::kEnded, &WatchRows::on_ended},
      {NewsKind::kQuestions, &WatchRows::on_questions},
      {NewsKind::kAsked, &WatchRows::on_asked},
      {NewsKind::kSettled, &WatchRows::on_settled},
      {NewsKind::kGrants, &WatchRows::on_grants},
      {NewsKind::kRevoked, &WatchRows::on_revoked},
      {NewsKind::kAct, &WatchRows::on_act},
      {NewsKind::kActs, &WatchRows::on_acts},
  }};
  for (const auto& [known, take] : kTakers)
    if (known == kind) return take;
  return nullptr;
}

void WatchRows::take(const WatchNews& news) {
  if (const Take taker = taker_of(news.kind); taker != nullptr) (this->*taker)(news);
}

void WatchRows::on_session(const WatchNews& news) {
  sessions_[news.session] = {news.body, ""};
  list_sessions();
}

void WatchRows::on_trouble(const WatchNews& news) {
  sessions_[news.session].trouble = news.text;
  list_sessions();
}

void WatchRows::on_changed(const WatchNews& news) {
  Json& about = sessions_[news.session].about;
  if (!about.is_object()) return;
  for (const char* field : {"state", "brake", "beside"})
    if (news.body.contains(field)) about[field] = news.body[field];
  list_sessions();
}

// Its acts stay: what happened is worth reading after the end.
void WatchRows::on_ended(const WatchNews& news) {
  sessions_.erase(news.session);
  replace(Tab::kQuestions, news.session, {});
  replace(Tab::kGrants, news.session, {});
  list_sessions();
}

void WatchRows::on_questions(const WatchNews& news) {
  replace(Tab::kQuestions, news.session, {});
  for (const Json& question : news.body) add_question(news.session, question);
}

void WatchRows::on_asked(const WatchNews& news) {
  add_question(news.session, news.body);
}

void WatchRows::on_settled(const WatchNews& news) {
  drop(Tab::kQuestions, news.session, text_field(news.body, "id"));
}

void WatchRows::on_grants(const WatchNews& news) {
  replace(Tab::kGrants, news.session, grant_rows(news.session, news.body));
}

void WatchRows::on_revoked(const WatchNews& news) {
  drop(Tab::kGrants, news.session, news.id);
}

void WatchRows::on_act(const WatchNews& news) {
  auto& acts = list(Tab::kActs);
  acts.push_front({"act " + std::to_string(next_act_++), news.session, "", news.body});
  if (acts.size() > kKeptActs) acts.pop_back();
}

// Those of several sessions come one after the other: in order of time.
void WatchRows::on_acts(const WatchNews& news) {
  auto& acts = list(Tab::kActs);
  for (const Json& act : news.body)
    acts.push_back({"act " + std::to_string(next_act_++), news.session, "", act});
  std::stable_sort(acts.begin(), acts.end(), [](const WatchRow& a, const WatchRow& b) {
    return text_field(a.body, "time") > text_field(b.body, "time");
  });
  if (acts.size() > kKeptActs) acts.resize(kKeptActs);
}

void WatchRows::drop(Tab tab, const std::string& session, const std::string& id) {
  std::erase_if(list(tab),
                [&](const WatchRow& row) { return row.session == session && row.id == id; });
}

void WatchRows::replace(Tab tab, const std::string& session, std::deque<WatchRow> rows) {
  auto& all = list(tab);
  std::erase_if(all, [&](const WatchRow& row) { return row.session == session; });
  for (WatchRow& row : rows) all.push_back(std::move(row));
}

void WatchRows::add_question(const std::string& session, const Json& question) {
  const std::string id = text_field(question, "id");
  auto& questions = list(Tab::kQuestions);
  const std::string key = question_key(session, id);
  const bool known = std::any_of(questions.begin(), questions.end(),
                                 [&](const WatchRow& row) { return row.key == key; });
  if (id.empty() || known) return;
  questions.push_back({key, session, id, question});
  std::stable_sort(questions.begin(), questions.end(), [](const WatchRow& a, const WatchRow& b) {
    return text_field(a.body, "asked") < text_field(b.body, "asked");
  });
}

void WatchRows::list_sessions() {
  auto& rows = list(Tab::kSessions);
  rows.clear();
  for (const auto& [name, session] : sessions_)
    rows.push_back({"session " + name, name, name, session.about});
}

std::string WatchRows::session_text(const std::string& session) const {
  const auto known = sessions_.find(session);
  const std::string command =
      known == sessions_.end() ? "" : text_field(known->second.about, "command");
  return command.empty() ? session : session + " (" + command + ")";
}

}  // namespace guard::console
