// SPDX-License-Identifier: Apache-2.0
// decode_own: a call of the test itself, decoded from its own memory.
#ifndef GUARD_TESTS_INTERCEPTOR_DECODE_OWN_H_
#define GUARD_TESTS_INTERCEPTOR_DECODE_OWN_H_

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "interceptor/decode/decoder.h"

namespace guard::testing {

template <class Value>
std::uint64_t word(Value value) {
  if constexpr (std::is_pointer_v<Value>) {
    return reinterpret_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

template <class... Values>
Result<interceptor::RawCall> decode_own(int number, Values... values) {
  interceptor::Notification notification;
  notification.tid = ::gettid();
  notification.number = number;
  const std::array<std::uint64_t, sizeof...(values)> words = {word(values)...};
  std::copy(words.begin(), words.end(), notification.arguments.begin());
  return interceptor::decode(notification);
}

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_DECODE_OWN_H_
