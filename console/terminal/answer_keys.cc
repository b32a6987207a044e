// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/answer_keys.h"

#include <cctype>

#include "console/terminal/key_press.h"

namespace guard::console {
namespace {

constexpr char kApproves = 'y';
constexpr char kRefuses = 'n';

char lower(char key) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(key)));
}

bool has(std::string_view keys, char key) {
  return key != '\0' && keys.find(key) != std::string_view::npos;
}

// `n` refuses anyway: Enter behind it is the habit of whoever approves with both.
bool is_whole_no(std::string_view typed) {
  return typed.size() == 2 && lower(typed[0]) == kRefuses && is_enter(typed[1]);
}

}  // namespace

void AnswerKeys::begin(TimePoint now) {
  last_ = turned_ = now;
  last_key_ = '\0';
  last_moved_ = rested_ = false;
  close();
}

// The clock is the system's: one that was set back begins the wait anew as well. A loop that reads
// it once a turn may be a little behind whoever read it within the turn (a resize).
void AnswerKeys::notice_stall(TimePoint now) {
  if (turned_ - now > kBurst || now - turned_ > kStall) begin(now);
  turned_ = now;
}

void AnswerKeys::note(TimePoint now) {
  notice_stall(now);
  last_ = now;
  last_key_ = '\0';
  armed_ = refusing_ = rested_ = false;
}

KeyEvent AnswerKeys::take(std::string_view typed, const AnswerKeySet& keys, TimePoint now) {
  notice_stall(now);
  const char key = lower(single_key(typed).value_or('\0'));
  const Press press{typed, key, in_burst(now), key != '\0' && key == last_key_,
                    now - last_ >= kRest};
  const KeyEvent event = open_ ? take_open(press, keys) : take_closed(press);
  last_ = now;
  last_key_ = key;
  last_moved_ = has(keys.moves, key);
  rested_ = false;
  return event;
}

KeyEvent AnswerKeys::take_closed(const Press& press) {
  refusing_ = !press.burst && !refusing_ && press.key == kRefuses;
  if (press.key == kInterrupt) return KeyEvent::kNotAnswered;
  return refusing_ ? KeyEvent::kRefusing : KeyEvent::kDropped;
}

KeyEvent AnswerKeys::take_open(const Press& press, const AnswerKeySet& keys) {
  if (refusing_) return take_refusing(press);
  if (armed_) return take_armed(press);
  if (press.rested && is_whole_no(press.typed)) return KeyEvent::kRefused;
  if (press.key == kInterrupt) return KeyEvent::kRefused;
  if (press.key != kApproves) return take_command(press, keys);
  if (press.burst || press.typed.size() > 1) return typing();
  if (!press.rested) {
    close();
    return KeyEvent::kDropped;
  }
  armed_ = true;
  return KeyEvent::kArmed;
}

KeyEvent AnswerKeys::take_refusing(const Press& press) {
  const bool whole = rested_no_ && press.typed.size() == 1 && is_enter(press.key);
  if (!whole) return typing();
  refusing_ = false;
  return KeyEvent::kRefused;
}

KeyEvent AnswerKeys::take_armed(const Press& press) {
  armed_ = false;
  if (press.typed.size() > 1) return typing();
  if (is_enter(press.key)) return KeyEvent::kApproved;
  if (press.key == kEscape) return KeyEvent::kDisarmed;
  return press.key == kInterrupt ? KeyEvent::kRefused : typing();
}

KeyEvent AnswerKeys::take_command(const Press& press, const AnswerKeySet& keys) {
  if (has(keys.noes, press.key)) {
    refusing_ = !press.burst;
    rested_no_ = press.rested && press.key == kRefuses && press.typed.size() == 1;
    return press.burst ? typing() : KeyEvent::kRefusing;
  }
  const bool moves = has(keys.moves, press.key);
  if (!moves && !has(keys.commands, press.key)) return typing();
  const bool may_follow = press.repeated || moves || last_moved_ || last_key_ == '\0';
  return press.burst && !may_follow ? typing() : KeyEvent::kCommand;
}

KeyEvent AnswerKeys::typing() {
  close();
  return KeyEvent::kTyping;
}

KeyEvent AnswerKeys::turn(TimePoint now) {
  notice_stall(now);
  const auto rested = now - last_;
  rested_ = rested >= kRest;
  if (refusing_ && rested >= kBurst) {
    refusing_ = false;
    return open_ ? KeyEvent::kRefused : KeyEvent::kNotAnswered;
  }
  if (armed_ && rested >= kArmedFor) {
    armed_ = false;
    return KeyEvent::kDisarmed;
  }
  if (open_ || !rested_) return KeyEvent::kNothing;
  open_ = true;
  last_key_ = '\0';
  return KeyEvent::kOpened;
}

}  // namespace guard::console
