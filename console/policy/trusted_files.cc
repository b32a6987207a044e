// SPDX-License-Identifier: Apache-2.0
#include "console/policy/trusted_files.h"

#include <sstream>

#include "base/text/text.h"
#include "supervisor/audit/record/digest.h"

namespace guard::console {
namespace {

constexpr std::size_t kHashLength = 64;
constexpr std::string_view kBetween = "  ";

bool is_entry(std::string_view line) {
  return line.size() > kHashLength + kBetween.size() &&
         line.substr(0, kHashLength).find_first_not_of("0123456789abcdef") ==
             std::string_view::npos &&
         line.substr(kHashLength, kBetween.size()) == kBetween &&
         line[kHashLength + kBetween.size()] == '/';
}

}  // namespace

Result<TrustedFiles::Hashes> TrustedFiles::parse(const std::string& text, const std::string& name) {
  Hashes hashes;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!is_entry(line))
      return fail(Code::kInvalid, safe_text(name) + ":" + std::to_string(number) +
                                      ":1: is no line \"SHA-256  /PATH\"");
    hashes[line.substr(kHashLength + kBetween.size())] = line.substr(0, kHashLength);
  }
  return hashes;
}

Result<TrustedFiles> TrustedFiles::read(const std::string& config_folder) {
  TrustedFiles files(config_folder);
  const auto text = files.file_.read();
  if (!text) return forward(text.error());
  auto hashes = parse(*text, files.file_.path());
  if (!hashes) return forward(hashes.error());
  files.hashes_ = std::move(*hashes);
  return files;
}

Trust TrustedFiles::trust_of(const std::string& path, std::string_view content) const {
  const auto found = hashes_.find(path);
  if (found == hashes_.end()) return Trust::kNever;
  return found->second == supervisor::sha256_hex(content) ? Trust::kTrusted : Trust::kChanged;
}

Result<void> TrustedFiles::trust(const std::string& path, std::string_view content) {
  if (!path.starts_with('/') || safe_text(path) != path)
    return fail(Code::kInvalid, safe_text(path) + ": a file of that name cannot be trusted");
  return change([&](Hashes& hashes) -> Result<void> {
    hashes[path] = supervisor::sha256_hex(content);
    return {};
  });
}

Result<void> TrustedFiles::withdraw(const std::string& path) {
  return change([&](Hashes& hashes) -> Result<void> {
    if (hashes.erase(path) > 0) return {};
    return fail(Code::kNotFound, safe_text(path) + ": is not trusted");
  });
}

// Over what the file says by then, not what it said when it was read.
Result<void> TrustedFiles::change(const std::function<Result<void>(Hashes&)>& change) {
  return file_.change([&](const std::string& before) -> Result<std::string> {
    auto hashes = parse(before, file_.path());
    if (!hashes) return forward(hashes.error());
    if (auto changed = change(*hashes); !changed) return forward(changed.error());
    std::string text;
    for (const auto& [path, hash] : *hashes) text += hash + std::string(kBetween) + path + "\n";
    hashes_ = std::move(*hashes);
    return text;
  });
}

}  // namespace guard::console
