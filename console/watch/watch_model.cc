// SPDX-License-Identifier: Apache-2.0
#include "console/watch/watch_model.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text/text.h"
#include "console/terminal/key_press.h"
#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool contains(const std::string& text, const std::string& part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

bool is_text(Mode mode) {
  return mode >= Mode::kConfirm;
}

// The keys that only walk about or show something: they answer nothing, and may come quickly.
constexpr std::string_view kMoves = "\x01\x02\x05\x06\x0e\x0f\x1b\tdf/.1234?q";
constexpr AnswerKeySet kOffered = {"eprw \r", "n", kMoves};

// As AnswerKeys knows them; those that are no key of the list become one that nobody knows.
char character_of(const WatchKey& key) {
  constexpr std::array<std::pair<Press, char>, 9> kNamed = {{{Press::kUp, kKeyUp},
                                                             {Press::kDown, kKeyDown},
                                                             {Press::kPageUp, kKeyPageUp},
                                                             {Press::kPageDown, kKeyPageDown},
                                                             {Press::kHome, '\x0e'},
                                                             {Press::kEnd, '\x0f'},
                                                             {Press::kEscape, kEscape},
                                                             {Press::kTab, '\t'},
                                                             {Press::kEnter, '\r'}}};
  for (const auto& [press, character] : kNamed)
    if (press == key.press) return character;
  return key.press == Press::kChar ? key.character : TypedLine::kBackspace;
}

bool only_moves(const std::string& typed) {
  return typed.find_first_not_of(kMoves) == std::string::npos;
}

// A person presses one key; several different ones at once are pasted or sent by the terminal.
bool by_hand(const std::vector<WatchKey>& keys) {
  if (keys.size() < 2) return true;
  return std::all_of(keys.begin(), keys.end(), [&](const WatchKey& key) {
    return key.press == keys.front().press && key.character == keys.front().character;
  });
}

}  // namespace

std::string row_text(const WatchRow& row, Tab tab) {
  std::string text = row.session + " " + row.id;
  if (tab == Tab::kSessions) text += " " + text_field(row.body, "mode");
  for (const char* field : {"what", "why", "cwd", "command", "category", "pattern", "covers",
                            "scope", "rule", "decision", "outcome", "risk"})
    text += " " + text_field(row.body, field);
  return text;
}

bool row_has(const WatchRow& row, Tab tab, const std::string& text) {
  return contains(row_text(row, tab), text);
}

// --- news ---------------------------------------------------------------------------------------

void WatchModel::take(const WatchNews& news, TimePoint now) {
  const std::size_t waited = rows_.rows(Tab::kQuestions).size();
  if (news.kind == NewsKind::kSettled) on_settled(news);
  rows_.take(news);
  if (news.kind == NewsKind::kDetail) on_detail(news);
  if (news.kind == NewsKind::kRefused) on_refused(news);
  if (news.kind == NewsKind::kUnalerted)
    message_ = "alerts of " + news.session + ": " + safe_text(text_field(news.body, "way")) +
               " failed: " + safe_text(text_field(news.body, "cause"));
  if (news.kind == NewsKind::kBraked) tell_braked(news);
  if (news.kind == NewsKind::kRevoked) message_ = "taken back: " + news.id;
  if (rows_.rows(Tab::kQuestions).size() > waited) bell_ = true;
  forget_gone();
  keep_selection(now);
}

void WatchModel::on_settled(const WatchNews& news) {
  const auto& questions = rows_.rows(Tab::kQuestions);
  const std::string id = text_field(news.body, "id");
  const bool own = std::any_of(questions.begin(), questions.end(), [&](const WatchRow& row) {
    return row.session == news.session && row.id == id && answering(row);
  });
  message_ = own ? settled_.add(news.body) : settled_text(news.body);
}

void WatchModel::on_detail(const WatchNews& news) {
  if (news.id == detail_of_) detail_ = news.body;
}

void WatchModel::on_refused(const WatchNews& news) {
  message_ = news.text;
  for (const WatchRow& row : rows_.rows(Tab::kQuestions))
    if (row.session == news.session && row.id == news.id) answering_.erase(row.key);
}

// Marks, edits and prompts of questions that wait no more.
void WatchModel::forget_gone() {
  std::set<std::string> keys;
  for (const WatchRow& row : rows_.rows(Tab::kQuestions)) keys.insert(row.key);
  const auto gone = [&](const std::string& key) { return !keys.contains(key); };
  std::erase_if(marked_, gone);
  std::erase_if(answering_, gone);
  std::erase_if(edited_, [&](const auto& entry) { return gone(entry.first); });
  const bool about_questions =
      mode_ == Mode::kConfirm || mode_ == Mode::kReason || mode_ == Mode::kPattern;
  if (!about_questions) return;
  std::erase_if(subject_, gone);
  if (subject_.empty()) close_prompt();
}

// The cursor stays on its line while there is one. Where it had to move by itself, nothing is
// answered before the keys have rested.
void WatchModel::keep_selection(TimePoint now) {
  std::string& key = selected_[static_cast<std::size_t>(tab_)];
  const auto rows = visible();
  const bool there =
      std::any_of(rows.begin(), rows.end(), [&](const WatchRow* row) { return row->key == key; });
  if (there) return;
  key.clear();
  if (tab_ == Tab::kQuestions && rows.empty() && keys_.armed()) keys_.begin(now);
  if (tab_ == Tab::kActs || rows.empty()) return;
  key = rows.front()->key;
  keys_.begin(now);
}

std::vector<const WatchRow*> WatchModel::visible() const {
  std::vector<const WatchRow*> rows;
  for (const WatchRow& row : rows_.rows(tab_))
    if (filter_.empty() || row_has(row, tab_, filter_)) rows.push_back(&row);
  return rows;
}

const WatchRow* WatchModel::selected() const {
  const auto rows = visible();
  const std::string& key = selected_[static_cast<std::size_t>(tab_)];
  for (const WatchRow* row : rows)
    if (row->key == key) return row;
  return rows.empty() ? nullptr : rows.front();
}

const WatchRow* WatchModel::row_with(const std::string& key) const {
  for (const WatchRow& row : rows_.rows(Tab::kQuestions))
    if (row.key == key) return &row;
  return nullptr;
}

bool WatchModel::take_bell() {
  return std::exchange(bell_, false);
}

// --- keys ---------------------------------------------------------------------------------------

std::vector<WatchRequest> WatchModel::on_keys(const std::vector<WatchKey>& keys, TimePoint now) {
  Requests requests;
  if (keys.empty()) {
    on_event(keys_.turn(now), now, requests);
  } else if (keys.front().press == Press::kPasted) {
    on_paste(keys, now);
  } else if (is_text(mode_)) {
    on_line(keys, now, requests);
  } else if (mode_ == Mode::kList && tab_ == Tab::kQuestions) {
    on_questions(keys, now, requests);
  } else if (by_hand(keys)) {
    keys_.note(now);
    for (const WatchKey& key : keys)
      if (mode_ == Mode::kList)
        on_list(key, requests);
      else
        on_page(key);
  }
  keep_selection(now);
  return requests;
}

// The rest of what was pasted into a line is no key to what comes after it. `r` and `p` open a
// line: what follows them at once is typing, for nobody has read the line yet.
void WatchModel::on_line(const std::vector<WatchKey>& keys, TimePoint now, Requests& requests) {
  const bool answers = mode_ == Mode::kReason || mode_ == Mode::kPattern;
  const bool at_once = text_began_ && answers && keys_.in_burst(now);
  keys_.note(now);
  text_began_ = false;
  if (at_once) return was_typing();
  for (const WatchKey& key : keys)
    if (is_text(mode_)) on_text(key, requests);
}

void WatchModel::on_questions(const std::vector<WatchKey>& keys, TimePoint now,
                              Requests& requests) {
  message_.clear();
  std::string typed;
  for (const WatchKey& key : keys) typed += character_of(key);
  if (!only_moves(typed)) return on_question_key(typed, keys.front(), now, requests);
  for (const WatchKey& key : keys)
    on_question_key(std::string(1, character_of(key)), key, now, requests);
}

void WatchModel::on_question_key(const std::string& typed, const WatchKey& key, TimePoint now,
                                 Requests& requests) {
  const KeyEvent event = keys_.take(typed, kOffered, now);
  const bool early = event == KeyEvent::kDropped;
  if (event == KeyEvent::kCommand || (early && only_moves(typed))) return on_list(key, requests);
  if (early) message_ = "nothing was answered: y counts after 1.5 s without any key";
  if (event == KeyEvent::kRefusing) set_subject(to_answer());
  on_event(event, now, requests);
}

void WatchModel::on_event(KeyEvent event, TimePoint now, Requests& requests) {
  if (event == KeyEvent::kTyping) was_typing();
  if (event == KeyEvent::kDisarmed) subject_.clear();
  const bool approves = event == KeyEvent::kArmed || event == KeyEvent::kApproved;
  if (approves && !acts_shown_) return refuse_unseen(now);
  if (approves) arm(now);
  if (event == KeyEvent::kApproved && !is_text(mode_)) approve(requests);
  if (event == KeyEvent::kRefused && subject_.empty())
    set_subject(to_answer());  // both keys at once
  if (event == KeyEvent::kRefused) deny(requests);
}

void WatchModel::on_list(const WatchKey& key, Requests& requests) {
  message_.clear();
  if (key.press == Press::kEnter) return show_details(requests);
  if (key.press == Press::kTab)
    return choose(static_cast<Tab>((static_cast<std::size_t>(tab_) + 1) % kTabs));
  if (key.press != Press::kChar) return move(key);
  for (const KeyRow& row : kKeys)
    if (row.key == key.character && (row.tabs & on(tab_)) != 0) return run(row.command, requests);
  // Where somebody may be typing an answer it pauses nothing; but a brake is never silent.
  if (key.character == 'P') message_ = "P pauses every session in view 2 or 4: press 2, then P";
}

void WatchModel::run(Command command, Requests& requests) {
  switch (command) {
    case Command::kApprove:  // these two are AnswerKeys' own
    case Command::kDeny:
      return;
    case Command::kDenyWithReason:
      return ask_reason();
    case Command::kScope:
      return next_scope();
    case Command::kPattern:
      return ask_pattern();
    case Command::kWider:
      return toggle_wider();
    case Command::kMark:
      return mark();
    case Command::kRevoke:
      return revoke(requests);
    case Command::kPause:
      return pause_one(requests);
    case Command::kPauseAll:
      return pause_all(requests);
    case Command::kStop:
      return ask_stop();
    case Command::kDetails:
      return show_details(requests);
    case Command::kFilter:
      return open_text(Mode::kFilter, filter_);
    case Command::kSearch:
      return open_text(Mode::kSearch, "");
    case Command::kSearchNext:
      return search();
    case Command::kTab1:
    case Command::kTab2:
    case Command::kTab3:
    case Command::kTab4:
      return choose(static_cast<Tab>(static_cast<int>(command) - static_cast<int>(Command::kTab1)));
    case Command::kHelp:
      mode_ = Mode::kHelp;
      scrolled_ = 0;
      return;
    case Command::kQuit:
      done_ = true;
      return;
    case Command::kNone:
      return;
  }
}

void WatchModel::choose(Tab tab) {
  tab_ = tab;
}

void WatchModel::move(const WatchKey& key) {
  constexpr std::ptrdiff_t kPage = 10;
  const auto rows = visible();
  const WatchRow* const from = selected();
  if (from == nullptr) return;
  const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
  auto place = std::find(rows.begin(), rows.end(), from) - rows.begin();
  constexpr std::array<std::pair<Press, std::ptrdiff_t>, 4> kSteps = {
      {{Press::kUp, -1}, {Press::kDown, 1}, {Press::kPageUp, -kPage}, {Press::kPageDown, kPage}}};
  for (const auto& [press, step] : kSteps)
    if (key.press == press) place = std::clamp<std::ptrdiff_t>(place + step, 0, last);
  if (key.press == Press::kHome) place = 0;
  if (key.press == Press::kEnd) place = last;
  // At the top of the acts the cursor follows the newest.
  const bool follow = tab_ == Tab::kActs && place == 0;
  selected_[static_cast<std::size_t>(tab_)] =
      follow ? "" : rows[static_cast<std::size_t>(place)]->key;
}

// Help and details: any key that does not scroll leaves them.
void WatchModel::on_page(const WatchKey& key) {
  constexpr std::size_t kPage = 10;
  if (key.press == Press::kDown) ++scrolled_;
  if (key.press == Press::kUp && scrolled_ > 0) --scrolled_;
  if (key.press == Press::kPageDown || key.character == ' ') scrolled_ += kPage;
  if (key.press == Press::kPageUp) scrolled_ -= std::min(scrolled_, kPage);
  if (key.press == Press::kHome) scrolled_ = 0;
  const bool leaves = key.press == Press::kEscape || key.press == Press::kEnter ||
                      (key.press == Press::kChar && key.character != ' ');
  if (leaves) mode_ = Mode::kList;
}

}  // namespace guard::console
