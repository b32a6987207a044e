// SPDX-License-Identifier: Apache-2.0
// guard policy publish: gives a policy the next number, signs it, and puts both files where
// machines get them: the folder of a web server, a share, a work tree of git.
#include <iostream>

#include "base/text/text.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/policy/signed_policy.h"
#include "policy/text/scalars.h"

namespace guard::console {
namespace {

constexpr int kNotDone = 1;
constexpr int kUsage = 2;

constexpr OptionRow kPublishRows[] = {
    {"key", 0, "FILE", "the private key, without a passphrase"},
    {"expires", 0, "TIME", "from when on no machine takes it: 2027-01-31"},
    {"share", 0, "PERCENT", "of the machines that take it (default 100)"},
};
constexpr OptionTable kPublishTable = {
    .command = "policy publish",
    .summary = "give the policy FILE the next number, sign it, and write it to TO and TO.sig",
    .operands = "FILE TO",
    .rows = kPublishRows,
    .min_operands = 2,
    .max_operands = 2,
    .example =
        "guard policy publish --key ~/.ssh/guard-policy --share 10 policy.yaml "
        "/srv/www/guard/policy.yaml"};

}  // namespace

int policy_publish(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kPublishTable, words);
  if (!options) return options.error();
  if (!options->has("key")) return complain(kUsage, "policy publish: --key FILE is missing");
  const auto share = policy::parse_integer(options->get("share", "100"));
  if (!share || *share < 1 || *share > policy::kAllMachines)
    return complain(kUsage, "policy publish: --share is a number from 1 to 100");
  const auto& files = options->operands();
  const auto made = publish_policy({.file = files[0],
                                    .key_file = options->get("key"),
                                    .to = files[1],
                                    .expires = options->get("expires"),
                                    .share = *share});
  if (!made) return complain(kNotDone, "policy publish: " + made.error().text());
  std::cout << safe_text(files[1]) << ": release " << made->release.number;
  if (made->release.share < policy::kAllMachines)
    std::cout << ", for " << made->release.share << " % of the machines";
  std::cout << '\n';
  return policy_written();
}

}  // namespace guard::console
