// SPDX-License-Identifier: Apache-2.0
#include "console/report/bug_bundle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/files/own_file.h"
#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "console/mcp/command_runner.h"
#include "supervisor/audit/redaction/redactor.h"

namespace guard::console {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfTheLog = std::size_t{1} << 20U;  // bytes, its end
constexpr const char* kFolder = "guard-bundle";

// A folder of its own that is gone in the end, whatever happens.
class ScratchFolder {
 public:
  static Result<ScratchFolder> make() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "guard-bundle-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) return fail_errno("temporary folder");
    return ScratchFolder(std::move(name));
  }
  ~ScratchFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text.size() > kMostOfTheLog) text.erase(0, text.size() - kMostOfTheLog);
  return text;
}

Result<void> add(const fs::path& folder, const std::string& name, const std::string& text) {
  std::ofstream out(folder / name, std::ios::binary);
  out << text;
  out.close();
  return out ? Result<void>() : fail(Code::kSystem, "cannot write " + name);
}

// Whoever had a file of that name keeps it.
Result<void> claim(const std::string& file) {
  const UniqueFd made(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                             S_IRUSR | S_IWUSR));
  return made.valid() ? Result<void>() : fail_errno(safe_text(file));
}

Result<void> pack(const std::string& scratch, const std::string& file) {
  const std::atomic<bool> stop = false;
  const auto ran =
      run_command({.argv = {"tar", "-czf", file, "-C", scratch, kFolder}, .cwd = ""}, stop);
  if (!ran) return forward(ran.error().during("tar"));
  if (ran->exit_code != 0) return fail(Code::kSystem, "tar: " + safe_text(ran->err));
  return {};
}

}  // namespace

std::string last_log_note(const std::string& state_folder) {
  return state_folder + "/last_log";
}

void note_last_log(const std::string& state_folder, const std::string& log_file) {
  (void)OwnFile(last_log_note(state_folder)).change([&](const std::string&) {
    return Result<std::string>(log_file);
  });
}

Result<std::vector<std::string>> write_bundle(const std::string& file, BundleTexts texts,
                                              const std::string& state_folder) {
  std::error_code error;
  const std::string whole = fs::absolute(file, error).string();
  if (const auto log = OwnFile(last_log_note(state_folder)).read(); log && !log->empty())
    texts.emplace_back("log.txt", content_of(*log));
  auto scratch = ScratchFolder::make();
  if (!scratch) return forward(scratch.error());
  const fs::path folder = fs::path(scratch->path()) / kFolder;
  if (!fs::create_directory(folder, error)) return fail_with(error.value(), "temporary folder");
  const supervisor::Redactor redactor("guard doctor --bundle");  // tags of one bundle alone
  std::vector<std::string> names;
  for (const auto& [name, text] : texts) {
    if (auto added = add(folder, name, redactor.text(text)); !added) return forward(added.error());
    names.push_back(name);
  }
  if (auto claimed = claim(whole); !claimed) return forward(claimed.error());
  if (auto packed = pack(scratch->path(), whole); !packed) {
    fs::remove(whole, error);
    return forward(packed.error());
  }
  return names;
}

}  // namespace guard::console
