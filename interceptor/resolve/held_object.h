// SPDX-License-Identifier: Apache-2.0
// The type of a held object, by the status that was read when it was resolved. False where no
// object is there. Pure.
#ifndef GUARD_INTERCEPTOR_RESOLVE_HELD_OBJECT_H_
#define GUARD_INTERCEPTOR_RESOLVE_HELD_OBJECT_H_

#include "interceptor/resolve/path_resolver.h"

namespace guard::interceptor {

[[nodiscard]] bool is_regular_file(const HeldPath& held);
[[nodiscard]] bool is_folder(const HeldPath& held);
[[nodiscard]] bool is_character_device(const HeldPath& held);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_HELD_OBJECT_H_
