// SPDX-License-Identifier: Apache-2.0
// Whether a text hands what it fetched or decoded to an interpreter as a program: `curl x | sh`,
// `bash -c "$(curl x)"`, `source <(wget -O- x)`, `base64 -d f | sudo bash`. An interpreter that
// only reads data (`curl x | python3 -m json.tool`) is none. Pure, any thread.
#ifndef GUARD_POLICY_SHELL_INTERPRETER_FEED_H_
#define GUARD_POLICY_SHELL_INTERPRETER_FEED_H_

#include <string>

#include "policy/shell/shell_text.h"

namespace guard::policy {

enum class FeedSource { kNone, kDecoder, kNetwork };

struct InterpreterFeed {
  FeedSource source = FeedSource::kNone;
  std::string from;  // "curl"
  std::string to;    // "sh"
};

// The worst one.
[[nodiscard]] InterpreterFeed find_interpreter_feed(const ShellText& text);

// True for a shell that takes its program from its standard input: `sh`, `bash -s`.
[[nodiscard]] bool shell_reads_input(const SimpleCommand& command);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_INTERPRETER_FEED_H_
