// SPDX-License-Identifier: Apache-2.0
// The parts that every fuzzer shares: taking bytes apart, and saying which promise was broken. A
// fuzzer is one function, LLVMFuzzerTestOneInput; libFuzzer drives it (./dev fuzz), and replay.cc
// gives it the seeds and what was found before, with any compiler.
#ifndef GUARD_TESTS_FUZZ_INPUT_H_
#define GUARD_TESTS_FUZZ_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace guard::testing {

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : left_(reinterpret_cast<const char*>(data), size) {}

  [[nodiscard]] bool empty() const { return left_.empty(); }
  std::uint8_t byte() {
    if (left_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  // Little-endian; what is missing is 0.
  std::uint64_t number(int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }
  // Up to the separator, which is taken too; without one, all that is left.
  std::string until(char separator) {
    const std::size_t end = left_.find(separator);
    std::string text(left_.substr(0, end));
    left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
    return text;
  }
  std::vector<std::string> words(char separator) {
    std::vector<std::string> all;
    while (!left_.empty()) all.push_back(until(separator));
    return all;
  }
  std::string rest() {
    std::string text(left_);
    left_ = {};
    return text;
  }

 private:
  std::string_view left_;
};

// In every build: a fuzzer is there to end when a promise does not hold.
inline void expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

}  // namespace guard::testing

#endif  // GUARD_TESTS_FUZZ_INPUT_H_
