// SPDX-License-Identifier: Apache-2.0
// Pre-confirmed operations: `rm -rf ./build/*`, approved before the run. An exec whose files are
// known beforehand is covered by its resolved effect, never by its text alone: the same installed
// program, and every object that it would touch lies inside what the operands name. Any other
// (`git push origin main`) is covered by exactly its words, in a workspace's own folder, while no
// variable that the session set steers it. Tier 3 and block are never covered (evaluator). Pure,
// any thread.
#ifndef GUARD_POLICY_DECIDE_PRE_CONFIRMED_H_
#define GUARD_POLICY_DECIDE_PRE_CONFIRMED_H_

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/decide/subject.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/place.h"

namespace guard::policy {

struct PreConfirmed {
  std::vector<std::string> argv;
  std::map<std::string, std::string> patterns;  // word -> what it names: quoted wildcards escaped
  bool operator==(const PreConfirmed&) const = default;
};

// One simple command of literal words with at least one operand; the error's context says what it
// is instead.
[[nodiscard]] Result<PreConfirmed> read_pre_confirmed(const std::string& line);

[[nodiscard]] bool covers(const PreConfirmed& operation, const Subject& subject,
                          const SpecTable& specs, const Place& place);

}  // namespace guard::policy

#endif  // GUARD_POLICY_DECIDE_PRE_CONFIRMED_H_
