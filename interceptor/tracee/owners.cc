// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/owners.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>

#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

uid_t overflow_uid() {
  static const uid_t value = [] {
    uid_t uid = 65534;
    const auto text = read_small_file(AT_FDCWD, "/proc/sys/kernel/overflowuid");
    if (text) std::from_chars(text->data(), text->data() + text->size(), uid);
    return uid;
  }();
  return value;
}

}  // namespace

bool is_same_owner(const Tracee& tracee, uid_t one, uid_t other) {
  return one == other && (!tracee.realm || one != overflow_uid());
}

bool is_own(const Tracee& tracee, uid_t owner) {
  return is_same_owner(tracee, owner, tracee.realm ? ::geteuid() : tracee.credentials.uid);
}

}  // namespace guard::interceptor
