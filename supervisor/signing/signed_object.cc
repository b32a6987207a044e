// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/signed_object.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostOfObject = 1U << 20U;
constexpr std::size_t kMostOfSubject = 120;

std::string text_of_regular_file(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size > static_cast<off_t>(kMostOfObject))
    return {};
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  const ssize_t size = ::pread(file.get(), text.data(), text.size(), 0);
  text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return text;
}

// The lines before the first empty one.
std::string_view header_of(std::string_view object, std::string_view name) {
  while (!object.empty() && object.front() != '\n') {
    const std::string_view line = object.substr(0, object.find('\n'));
    if (line.starts_with(name) && line.substr(name.size()).starts_with(' '))
      return line.substr(name.size() + 1);
    object.remove_prefix(std::min(line.size() + 1, object.size()));
  }
  return {};
}

std::string subject_of(std::string_view object) {
  const std::size_t body = object.find("\n\n");
  if (body == std::string_view::npos) return {};
  std::string_view text = object.substr(body + 2);
  text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
  return shortened(std::string(text.substr(0, text.find('\n'))), kMostOfSubject);
}

std::string digest_by(const std::string& hash, const std::string& text) {
  if (hash == "sha512") return sha512_hex(text);
  return hash == "sha256" ? sha256_hex(text) : std::string();
}

}  // namespace

std::string git_object_text(std::string_view object) {
  if (object.starts_with("tree ") && !header_of(object, "author").empty())
    return "git commit: " + subject_of(object);
  const std::string_view tag = header_of(object, "tag");
  if (object.starts_with("object ") && !tag.empty())
    return "git tag " + std::string(tag) + ": " + subject_of(object);
  return {};
}

std::string signed_object_text(const SshSignature& signature, const std::vector<std::string>& argv,
                               const std::string& folder) {
  if (signature.purpose != "git" || argv.size() < 2 || argv.back().empty()) return {};
  const std::string& name = argv.back();
  const std::string text = text_of_regular_file(name.front() == '/' ? name : folder + "/" + name);
  const std::string digest = digest_by(signature.hash, text);
  if (text.empty() || digest.empty() || digest != hex_of_bytes(signature.digest)) return {};
  return git_object_text(text);
}

}  // namespace guard::supervisor
