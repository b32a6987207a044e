// SPDX-License-Identifier: Apache-2.0
// ScratchFolder: an empty folder that goes with everything in it when the test ends; and the small
// writes that tests need in it. Single-threaded tests only.
#ifndef GUARD_TESTS_INTERCEPTOR_SCRATCH_FOLDER_H_
#define GUARD_TESTS_INTERCEPTOR_SCRATCH_FOLDER_H_

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace guard::testing {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "guard_test_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = std::filesystem::canonical(name).string();
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string at(const std::string& name) const { return path_ + "/" + name; }

  [[nodiscard]] std::string file(const std::string& name, const std::string& content = "") const {
    std::ofstream(at(name), std::ios::binary) << content;
    return at(name);
  }
  [[nodiscard]] std::string folder(const std::string& name) const {
    std::filesystem::create_directories(at(name));
    return at(name);
  }
  [[nodiscard]] std::string link(const std::string& name, const std::string& text) const {
    std::filesystem::create_symlink(text, at(name));
    return at(name);
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream in(at(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Links count as there even when they lead nowhere.
  [[nodiscard]] bool has(const std::string& name) const {
    struct stat status {};
    return ::lstat(at(name).c_str(), &status) == 0;
  }
  [[nodiscard]] mode_t mode(const std::string& name) const {
    struct stat status {};
    return ::lstat(at(name).c_str(), &status) == 0 ? status.st_mode : 0;
  }

 private:
  std::string path_;
};

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_SCRATCH_FOLDER_H_
