// SPDX-License-Identifier: Apache-2.0
// AnswerKeys: which keys answer a question, and which were typing. Ordinary typing must never
// approve: a person may be typing to a program when the question takes the keyboard over.
//   1. A question opens for answers when it was on the screen for kRest without any key. Each key
//      begins the wait anew.
//   2. An approval is `y` and then Enter, with nothing between. The `y` comes when no key of any
//   kind
//      came for kRest (else the wait begins anew), and the Enter in another read of the terminal:
//      one that brings both is a paste, or typing that was held up on its way.
//   3. Once the question is open, a key that is no command, or that comes within kBurst of another
//      one, is typing: the question closes again, and what was chosen is forgotten.
//   4. A No counts when no other key follows within kBurst, or when it is `n` and then Enter after
//   a
//      rest of kRest: a whole gesture, as that of an approval. A No from before the question was
//      open refuses too, but is nobody's answer.
// A value; the time comes in. turn() must be called while no key comes: a loop that stood still
// for kStall saw nobody wait, so the wait begins anew.
#ifndef GUARD_CONSOLE_TERMINAL_ANSWER_KEYS_H_
#define GUARD_CONSOLE_TERMINAL_ANSWER_KEYS_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace guard::console {

enum class KeyEvent : std::uint8_t {
  kNothing,
  kOpened,    // from now on keys may answer
  kDropped,   // a key before the question was open
  kTyping,    // typing, no answer: the question is closed again
  kCommand,   // the key does what the screen says
  kArmed,     // `y`: Enter approves
  kDisarmed,  // no Enter came, or Esc
  kApproved,
  kRefusing,  // a No that counts when nothing follows it
  kRefused,
  kNotAnswered,  // refused, but not by an answer: the question was not open yet
};

// The keys that the screen offers at this moment, as characters (key_press.h).
struct AnswerKeySet {
  std::string_view commands;    // besides `y`
  std::string_view noes;        // refuse the question
  std::string_view moves = {};  // only walk about: may follow one another quickly
};

class AnswerKeys {
 public:
  static constexpr std::chrono::milliseconds kRest{1500};
  static constexpr std::chrono::milliseconds kBurst{400};
  static constexpr std::chrono::milliseconds kStall{2500};
  static constexpr std::chrono::seconds kArmedFor{10};

  // A question, or another one, is on the screen: closed until kRest has passed.
  void begin(TimePoint now);
  // TYPED: what one read of the terminal brought.
  [[nodiscard]] KeyEvent take(std::string_view typed, const AnswerKeySet& keys, TimePoint now);
  // No key came since the last call.
  [[nodiscard]] KeyEvent turn(TimePoint now);
  // A key that is none of the question's own (a line of text, a page): it only counts for the time.
  void note(TimePoint now);
  // The key that note() was told of was typing after all.
  void close() { open_ = armed_ = refusing_ = false; }

  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] bool armed() const { return armed_; }
  [[nodiscard]] bool refusing() const { return refusing_; }
  // Whether `y` counts, as of the last call of turn().
  [[nodiscard]] bool may_approve() const { return open_ && rested_; }
  // Whether a key that came now would follow another one faster than people answer.
  [[nodiscard]] bool in_burst(TimePoint now) const { return now - last_ < kBurst; }
  // Something will change without a key: call turn() soon.
  [[nodiscard]] bool is_waiting() const { return !open_ || refusing_ || !rested_; }

 private:
  struct Press {
    std::string_view typed;
    char key = 0;  // 0: several different ones at once
    bool burst = false;
    bool repeated = false;
    bool rested = false;  // no key for kRest before it
  };
  KeyEvent take_closed(const Press& press);
  KeyEvent take_open(const Press& press, const AnswerKeySet& keys);
  KeyEvent take_refusing(const Press& press);
  KeyEvent take_armed(const Press& press);
  KeyEvent take_command(const Press& press, const AnswerKeySet& keys);
  KeyEvent typing();
  void notice_stall(TimePoint now);

  TimePoint last_;     // key, or beginning
  TimePoint turned_;   // when the loop was last here
  char last_key_ = 0;  // 0: none, or none that a command may follow at once
  bool last_moved_ = false;
  bool rested_ = false;  // no key came for kRest
  bool open_ = false;
  bool armed_ = false;
  bool refusing_ = false;
  bool rested_no_ = false;  // `n` after a rest: Enter right behind it belongs to it
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_ANSWER_KEYS_H_
