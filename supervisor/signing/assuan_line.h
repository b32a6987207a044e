// SPDX-License-Identifier: Apache-2.0
// A line to gpg-agent (the Assuan protocol of GnuPG 2): its command, and what that does with keys.
// A code that is not known is kUnknown. Pure; any thread.
#ifndef GUARD_SUPERVISOR_SIGNING_ASSUAN_LINE_H_
#define GUARD_SUPERVISOR_SIGNING_ASSUAN_LINE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/limits.h"

namespace guard::supervisor {

inline constexpr std::size_t kMostOfGpgLine = size_limit("keys.gpg_line");

struct GpgCommand {
  enum class Kind {
    kNothing,  // a comment, or an empty line: nobody answers it
    kFree,     // asks what there is, or says what shall be signed, and by which key
    kSign,
    kDecrypt,
    kKeys,     // makes, brings, hands out or removes keys and passphrases
    kUnknown,  // refused
  };
  Kind kind = Kind::kUnknown;
  std::string name;  // in capitals: "SIGKEY"
  std::string rest;  // behind the name
};

// LINE: without its end.
[[nodiscard]] GpgCommand read_gpg_line(std::string_view line);
// A line of the answer to a question of the agent's: data, or the end of them.
enum class InquiryLine { kData, kEnd, kUnknown };
[[nodiscard]] InquiryLine read_inquiry_line(std::string_view line);

// The user's name in what a program tells of a key ("SETKEYDESC"); empty: there is none.
[[nodiscard]] std::string user_in_description(std::string_view description);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_ASSUAN_LINE_H_
