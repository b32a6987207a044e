// SPDX-License-Identifier: Apache-2.0
// Whether a file that is called like a key holds only what everybody may see: a certificate, a
// public key. Any thread.
#ifndef GUARD_SUPERVISOR_PUBLIC_CONTENT_H_
#define GUARD_SUPERVISOR_PUBLIC_CONTENT_H_

namespace guard::supervisor {

// It begins as one and no private key follows. `object`: a descriptor (O_PATH will do). False for
// what cannot be read, or is longer than a bundle of certificates.
[[nodiscard]] bool is_public_content(int object);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PUBLIC_CONTENT_H_
