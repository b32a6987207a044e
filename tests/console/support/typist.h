// SPDX-License-Identifier: Apache-2.0
// Typist: types prose, code, shell lines and vim commands as people do: 20 to 200 ms a key,
// and now and then up to a second, with
// pauses between lines and in the middle of them that may be longer than a question waits. The one
// thing that it never does is to rest right before a last `y` and Enter: that is the approval.
// Tells when the next key comes and which it is. The same seed types the same.
#ifndef GUARD_TESTS_CONSOLE_SUPPORT_TYPIST_H_
#define GUARD_TESTS_CONSOLE_SUPPORT_TYPIST_H_

#include <array>
#include <chrono>
#include <random>
#include <string_view>

namespace guard::console {

class Typist {
 public:
  explicit Typist(unsigned seed) : random_(seed) { begin_line(); }

  struct Key {
    char key = 0;
    std::chrono::milliseconds before{0};  // since the key before
  };
  Key next() {
    if (place_ == line_.size()) begin_line();
    const bool first = place_ == 0;
    const char key = line_[place_++];
    if (first) return {key, upto(5000)};  // thinks of what to type next
    const bool gesture = line_.substr(place_ - 1).starts_with("y\r");
    if (!gesture && chance(40)) return {key, std::chrono::milliseconds(1600) + upto(1500)};
    return {key, speed_ + upto(20)};
  }

 private:
  static constexpr std::array<std::string_view, 27> kLines = {
      "move my plan to the next day, they say yes to it by Friday\r",
      "echo move my plan\r",
      "yes please, delete every year of my history by key\r",
      "why yes\r",
      "by the way: try yarn, only retry if necessary\r",
      "y = y + 1\r",
      "for y in range(10): yield y\r",
      "yay\r",
      "export KEY=y\r",
      "if (y == yy) return y;\r",
      "ls -y\r",
      "cat src/app.py | head\r",
      "vi summary.txt\r",
      "\x1b:wq\r",
      "\x1byyp\x1bxddkkjjy$p\r",
      "\x1bggVGy\"ayiw\r",
      "i y \x1bxxyl\r",
      "\x1b/key\rnny2j\r",
      "ready?\r",
      "deny it? no, no, never\r",
      "pretty easy, really\r",
      "CONFIR\x7f\x7f\r",
      "\x03y",
      "ey\r",
      "day\r",
      "key\r",
      "dry\r",
  };

  void begin_line() {
    line_ = kLines[random_() % kLines.size()];
    place_ = 0;
    speed_ = std::chrono::milliseconds(20) + upto(chance(4) ? 900 : 160);
  }
  std::chrono::milliseconds upto(unsigned most) {
    return std::chrono::milliseconds(random_() % (most + 1));
  }
  bool chance(unsigned one_in) { return random_() % one_in == 0; }

  std::minstd_rand random_;
  std::string_view line_;
  std::size_t place_ = 0;
  std::chrono::milliseconds speed_{20};
};

}  // namespace guard::console

#endif  // GUARD_TESTS_CONSOLE_SUPPORT_TYPIST_H_
