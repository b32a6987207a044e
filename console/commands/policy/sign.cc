// SPDX-License-Identifier: Apache-2.0
// guard policy keygen|sign: for whoever writes policies for other machines. Keys and signatures are
// ssh's, so that ssh-keygen can make and check them as well.
#include <unistd.h>

#include <array>
#include <iostream>

#include "base/text/text.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/policy/signed_policy.h"
#include "supervisor/source/private_key.h"
#include "supervisor/source/release_fetch.h"
#include "supervisor/source/release_texts.h"
#include "supervisor/source/trusted_file.h"

namespace guard::console {
namespace {

constexpr int kNotDone = 1;

constexpr OptionRow kKeygenRows[] = {{"comment", 0, "TEXT", "whose key it is"}};
constexpr OptionTable kKeygenTable = {
    .command = "policy keygen",
    .summary = "make a key that signs policies: FILE, and FILE.pub for the machines",
    .operands = "FILE",
    .rows = kKeygenRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard policy keygen ~/.ssh/guard-policy --comment security@example.org"};

constexpr OptionRow kSignRows[] = {{"key", 0, "FILE", "the private key, without a passphrase"}};
constexpr OptionTable kSignTable = {
    .command = "policy sign",
    .summary = "write the signature of a policy file beside it: FILE.sig",
    .operands = "FILE",
    .rows = kSignRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard policy sign --key ~/.ssh/guard-policy policy.yaml"};

Result<std::string> make_key(const std::string& path, const std::string& comment) {
  for (const std::string& name : {path, path + ".pub"})
    if (::access(name.c_str(), F_OK) == 0)
      return fail(Code::kRefused, safe_text(name) + " is there already");
  const auto key = supervisor::PrivateKey::make();
  if (!key) return forward(key.error());
  constexpr mode_t kOwnersAlone = 0600;
  if (auto kept = supervisor::write_whole_file(path, key->file_text(comment), kOwnersAlone); !kept)
    return forward(kept.error());
  std::string line = key->public_line(comment);
  if (auto kept = supervisor::write_whole_file(path + ".pub", line + "\n"); !kept)
    return forward(kept.error());
  return line;
}

}  // namespace

int policy_keygen(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kKeygenTable, words);
  if (!options) return options.error();
  const auto line = make_key(options->operands().front(), options->get("comment"));
  if (!line) return complain(kNotDone, "policy keygen: " + line.error().text());
  std::cout << "for keys: in /etc/guard/source.yaml of each machine:\n" << safe_text(*line) << '\n';
  return policy_written();
}

int policy_sign(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kSignTable, words);
  if (!options) return options.error();
  if (!options->has("key")) return complain(2, "policy sign: --key FILE is missing");
  const std::string& path = options->operands().front();
  const auto signed_file = sign_policy_file(path, options->get("key"));
  if (!signed_file) return complain(kNotDone, "policy sign: " + signed_file.error().text());
  std::cout << safe_text(signed_file->signature_file) << ": signs release "
            << signed_file->release.number << '\n';
  return policy_written();
}

}  // namespace guard::console
