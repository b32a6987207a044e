// SPDX-License-Identifier: Apache-2.0
// Decoder: Notification -> RawCall, driven by the argument roles of the syscall table. Copies every
// byte once; memory that cannot be read is an error whose errno (EFAULT, ENAMETOOLONG, E2BIG,
// EINVAL) is the kernel's own answer to such a call. Any thread. The caller asks afterwards whether
// the notification is still valid: until then the memory may have been that of a stranger who got
// the same number.
#ifndef GUARD_INTERCEPTOR_DECODE_DECODER_H_
#define GUARD_INTERCEPTOR_DECODE_DECODER_H_

#include "base/error.h"
#include "interceptor/calls/notification.h"
#include "interceptor/calls/raw_call.h"

namespace guard::interceptor {

Result<RawCall> decode(const Notification& notification);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_DECODE_DECODER_H_
