// SPDX-License-Identifier: Apache-2.0
// Error and Result<T>: how everything in guard reports failure. No exceptions of ours, no
// out-parameters. An Error carries a code, the errno captured at the call, and a chain of stages
// ("resolve: openat2: ..."). Text for people is made at the edge, with Error::text().
//
//   auto held = resolve(call);
//   if (!held) return forward(held.error().during("resolve"));
#ifndef GUARD_BASE_ERROR_H_
#define GUARD_BASE_ERROR_H_

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace guard {

enum class Code {
  kInvalid,      // the input is wrong
  kNotFound,     // it does not exist
  kUnreadable,   // memory or a file could not be read
  kGone,         // the tracee has gone: an outcome, not a fault
  kRefused,      // guard says no
  kUnsupported,  // this kernel or build cannot do it
  kBusy,         // taken by somebody else
  kSystem,       // a system call failed: see sys_errno
  kInternal,     // a defect of guard
};

struct Error {
  Code code = Code::kInternal;
  int sys_errno = 0;    // 0 when no system call failed
  std::string context;  // "stage: what"

  [[nodiscard]] Error during(std::string_view stage) const;
  [[nodiscard]] std::string text() const;  // for people: context and strerror
  bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] tl::unexpected<Error> fail(Code code, std::string context);
// Captures errno: call it directly after the failing system call.
[[nodiscard]] tl::unexpected<Error> fail_errno(std::string context);
[[nodiscard]] tl::unexpected<Error> fail_with(int sys_errno, std::string context);
[[nodiscard]] tl::unexpected<Error> forward(Error error);

}  // namespace guard

#endif  // GUARD_BASE_ERROR_H_
