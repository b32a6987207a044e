// SPDX-License-Identifier: Apache-2.0
// KeyLink: what a relay between a program and its key agent stands on: the two ends, and who is
// asked about a use of a key. References and descriptors outlive the relay.
#ifndef GUARD_SUPERVISOR_SIGNING_KEY_LINK_H_
#define GUARD_SUPERVISOR_SIGNING_KEY_LINK_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::supervisor {

struct KeyLink {
  int client = -1;  // both block
  int agent = -1;
  // About the program that connected, for words: its command line, and its folder.
  std::vector<std::string> argv;
  std::string folder;
  // True: it may happen, once; ended() says how it went. Waits for whoever answers.
  std::function<bool(policy::KeyRequest)> allow;
  std::function<void(bool done)> ended;
  // For the record: a message of these WORDS was refused.
  std::function<void(const std::string& words)> refused;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_KEY_LINK_H_
