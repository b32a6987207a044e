// SPDX-License-Identifier: Apache-2.0
// Text of a policy file, loaded over the built-in packs: as a person's own file, and as the file of
// a project that nobody trusts, which may only tighten.
#include <algorithm>
#include <string>

#include "policy/load/yaml_loader.h"
#include "tests/fuzz/input.h"

namespace guard::policy {
namespace {

using testing::expect;

const Policy& without_file() {
  static const Policy policy = *load_policy({});
  return policy;
}

template <class List>
bool adds_nothing(const List& list, const List& before) {
  return std::ranges::all_of(
      list, [&](const auto& each) { return std::ranges::find(before, each) != before.end(); });
}

void expect_no_looser(const Policy& policy) {
  const Policy& before = without_file();
  expect(policy.safe_mode || !before.safe_mode, "an untrusted file keeps safe mode on");
  expect(!is_looser(policy.mode, before.mode), "an untrusted file loosens no mode");
  expect(adds_nothing(policy.network_allow, before.network_allow), "nor opens hosts");
  expect(adds_nothing(policy.pre_confirmed, before.pre_confirmed), "nor confirms beforehand");
  expect(adds_nothing(policy.approvers, before.approvers), "nor names approvers");
  expect(policy.profiles == before.profiles, "nor makes an agent of anything");
  expect(policy.tier2_timeout <= before.tier2_timeout, "nor lets questions wait longer");
  expect(policy.secret_reads <= before.secret_reads, "nor lets secrets be read");
  expect(policy.after_read <= before.after_read, "nor lets them be carried off");
  expect(policy.environment_secrets <= before.environment_secrets, "nor forgets the environment's");
  expect(policy.install_scripts <= before.install_scripts, "nor lets packages do more");
  expect(policy.undo_max >= before.undo_max && policy.undo_keep >= before.undo_keep,
         "nor keeps less for undo");
  expect(std::ranges::none_of(policy.rules,
                              [](const Rule& rule) {
                                return rule.only_tightens && rule.decision == Verdict::kAllow;
                              }),
         "nor allows by a rule");
}

void load(const std::string& text, policy::FileTrust trust) {
  const PolicyFile file{"fuzz.yaml", text, trust};
  const auto policy = load_policy({file});
  const auto again = load_policy({file});
  expect(policy.has_value() == again.has_value(), "loading is the same twice");
  if (!policy) {
    expect(!policy.error().text().empty(), "an error says what is wrong");
    return;
  }
  expect(policy->hash == again->hash, "the hash is that of the text");
  if (trust == policy::FileTrust::kMayOnlyTighten) expect_no_looser(*policy);
}

}  // namespace
}  // namespace guard::policy

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // The costly part of a load is that of the packs: what is no document needs none of it.
  if (!guard::policy::read_document("fuzz.yaml", text)) return 0;
  guard::policy::load(text, guard::policy::FileTrust::kTrusted);
  guard::policy::load(text, guard::policy::FileTrust::kMayOnlyTighten);
  return 0;
}
