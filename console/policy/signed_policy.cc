// SPDX-License-Identifier: Apache-2.0
#include "console/policy/signed_policy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "policy/load/yaml_loader.h"
#include "supervisor/source/held_layer.h"
#include "supervisor/source/private_key.h"
#include "supervisor/source/release_fetch.h"
#include "supervisor/source/release_texts.h"
#include "supervisor/source/trusted_file.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostOfKey = 16 * 1024;
constexpr const char* kEnding = supervisor::kSignatureEndings[0];

// A key that others can read signs for them, too.
Result<supervisor::PrivateKey> read_key(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return fail(Code::kRefused, safe_text(path) + ": others can read it: chmod 600");
  const auto text = supervisor::read_file_of_anybody(path, kMostOfKey);
  if (!text) return forward(text.error());
  auto key = supervisor::PrivateKey::read(*text);
  if (!key) return forward(key.error().during(safe_text(path)));
  return key;
}

// A policy that machines would refuse is not signed.
Result<SignedPolicy> signed_text(const std::string& name, std::string text,
                                 const std::string& key_file) {
  auto release = supervisor::release_in(name, text);
  if (!release) return forward(release.error());
  const std::string expired = supervisor::expiry_text(*release, std::chrono::system_clock::now());
  if (!expired.empty())
    return fail(Code::kInvalid, safe_text(name) + ": " + expired + ": no machine would take it");
  const auto key = read_key(key_file);
  if (!key) return forward(key.error());
  auto signature = key->sign(text);
  if (!signature) return forward(signature.error());
  return SignedPolicy{std::move(*release), std::move(text), std::move(*signature), ""};
}

// The number of what is published there; 0: nothing is.
Result<int> published_number(const std::string& path) {
  const auto text = supervisor::read_file_of_anybody(path, supervisor::kMostOfPolicy);
  if (!text && text.error().code == Code::kNotFound) return 0;
  if (!text) return forward(text.error());
  const auto release = supervisor::release_in(path, *text);
  if (!release) return forward(release.error());
  return release->number;
}

// In front of the policy, so that it is seen at once.
std::string release_line(int number, const Publishing& what) {
  std::string line = "release: {number: " + std::to_string(number);
  if (!what.expires.empty()) line += ", expires: \"" + what.expires + "\"";
  if (what.share != policy::kAllMachines) line += ", share: " + std::to_string(what.share);
  return line + "}\n";
}

Result<std::string> numbered_text(const Publishing& what, int number) {
  const auto text = supervisor::read_file_of_anybody(what.file, supervisor::kMostOfPolicy);
  if (!text) return forward(text.error());
  const auto loaded = policy::load_policy({{.name = what.file, .text = *text, .is_release = true}});
  if (!loaded) return forward(loaded.error());
  if (loaded->release)
    return fail(Code::kInvalid, safe_text(what.file) +
                                    ": has a `release` already: take it out, or use guard policy "
                                    "sign");
  if (what.expires.find_first_of("\"\\\n") != std::string::npos)
    return fail(Code::kInvalid, "--expires: write a day or a time: 2027-01-31");
  return release_line(number, what) + *text;
}

}  // namespace

Result<SignedPolicy> sign_policy_file(const std::string& path, const std::string& key_file) {
  auto text = supervisor::read_file_of_anybody(path, supervisor::kMostOfPolicy);
  if (!text) return forward(text.error());
  auto made = signed_text(path, std::move(*text), key_file);
  if (!made) return made;
  made->signature_file = path + kEnding;
  if (auto kept = supervisor::write_whole_file(made->signature_file, made->signature); !kept)
    return forward(kept.error());
  return made;
}

Result<SignedPolicy> publish_policy(const Publishing& what) {
  const auto before = published_number(what.to);
  if (!before) return forward(before.error().during("what is published there"));
  auto text = numbered_text(what, *before + 1);
  if (!text) return forward(text.error());
  auto made = signed_text(what.file, std::move(*text), what.key_file);
  if (!made) return made;
  made->signature_file = what.to + kEnding;
  // Between the two a machine finds a signature that does not fit, and tries again later.
  if (auto kept = supervisor::write_whole_file(made->signature_file, made->signature); !kept)
    return forward(kept.error());
  if (auto kept = supervisor::write_whole_file(what.to, made->text); !kept)
    return forward(kept.error());
  return made;
}

}  // namespace guard::console
