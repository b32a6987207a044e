// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/held_name.h"

#include <optional>
#include <utility>

namespace guard::supervisor {

HeldName held_name_of(const interceptor::OutsidePaths& names, int fd) {
  using Kind = interceptor::OutsidePath::Kind;
  interceptor::OutsidePath name = names.name_of(fd);
  switch (name.kind) {
    case Kind::kTrue:
      return {std::move(name.path), std::nullopt};
    case Kind::kPrivate:
      return {std::move(name.path), policy::PathClass::kTmp};
    case Kind::kProcess:
      return {std::move(name.path), policy::PathClass::kHarmlessDevice};
    case Kind::kUnknown:
      break;
  }
  return {std::move(name.path), policy::PathClass::kOutside};
}

}  // namespace guard::supervisor
