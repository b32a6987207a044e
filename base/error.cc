// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <cerrno>
#include <system_error>
#include <utility>

namespace guard {

Error Error::during(std::string_view stage) const {
  Error outer = *this;
  outer.context = std::string(stage) + ": " + context;
  return outer;
}

std::string Error::text() const {
  if (sys_errno == 0) return context;
  return context + ": " + std::generic_category().message(sys_errno);
}

tl::unexpected<Error> fail(Code code, std::string context) {
  return tl::make_unexpected(Error{code, 0, std::move(context)});
}

tl::unexpected<Error> fail_with(int sys_errno, std::string context) {
  return tl::make_unexpected(Error{Code::kSystem, sys_errno, std::move(context)});
}

tl::unexpected<Error> fail_errno(std::string context) {
  return fail_with(errno, std::move(context));
}

tl::unexpected<Error> forward(Error error) {
  return tl::make_unexpected(std::move(error));
}

}  // namespace guard
