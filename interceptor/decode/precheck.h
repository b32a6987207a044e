// SPDX-License-Identifier: Apache-2.0
// The calls that the kernel refuses before it looks at any folder: numbers first, then a name
// without bytes (fs/namei.c, fs/open.c). So guard answers before it resolves. Any thread; looks at
// nothing else.
#ifndef GUARD_INTERCEPTOR_DECODE_PRECHECK_H_
#define GUARD_INTERCEPTOR_DECODE_PRECHECK_H_

#include "base/error.h"
#include "interceptor/calls/raw_call.h"

namespace guard::interceptor {

// Before any memory is read: EINVAL, EAGAIN or EPERM for numbers that the kernel looks at first.
Result<void> check_numbers(const RawCall& call);
// Flag combinations of an open that the kernel refuses before it looks at the path, in its order
// (fs/open.c, build_open_flags). A part of check_numbers().
Result<void> check_open_flags(const RawCall& call);
// ENOENT for an empty path.
Result<void> check_before_folders(const RawCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_DECODE_PRECHECK_H_
