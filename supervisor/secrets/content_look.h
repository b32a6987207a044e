// SPDX-License-Identifier: Apache-2.0
// The kind of content that a file has, by how it begins: for people who are asked whether it may be
// read. Never any of the content. Reads the file: not for a thread that others wait for.
#ifndef GUARD_SUPERVISOR_SECRETS_CONTENT_LOOK_H_
#define GUARD_SUPERVISOR_SECRETS_CONTENT_LOOK_H_

#include <string_view>

namespace guard::supervisor {

struct ContentLook {
  std::string_view kind;     // "a private key", "settings (NAME=VALUE)"; empty: cannot be read
  bool is_public = false;    // a certificate or a public key, and no private key behind it
  bool broke_lease = false;  // somebody leases it: it could not be read, and that one knows of it
};

// `object`: a descriptor (O_PATH will do) of a regular file. A file that is longer than a bundle of
// certificates is not public.
[[nodiscard]] ContentLook look_at_content(int object);
// The kind of the text that a file begins with.
[[nodiscard]] std::string_view kind_of_content(std::string_view beginning);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SECRETS_CONTENT_LOOK_H_
