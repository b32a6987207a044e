// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/typed_lines.h"

#include <algorithm>
#include <limits>

#include "interceptor/process/shell_line.h"

namespace guard::supervisor {

std::optional<int> TypedLines::ask_bash(pid_t process) {
  return interceptor::typed_line_of_bash(process);
}

int TypedLines::line_of(pid_t child) {
  const auto number = line_of_(child);
  const std::lock_guard lock(mutex_);
  // A bash that says nonsense has no line.
  if (!number || *number <= 0 || before_ < std::numeric_limits<int>::min() + *number) return 0;
  const int line = before_ - *number;
  latest_ = std::min(latest_, line);
  return line;
}

void TypedLines::begin_anew() {
  const std::lock_guard lock(mutex_);
  before_ = latest_;
}

bool TypedLines::is_latest(int line) const {
  const std::lock_guard lock(mutex_);
  return line == latest_;
}

}  // namespace guard::supervisor
