// SPDX-License-Identifier: Apache-2.0
// A folder of the test's own, gone with it.
#ifndef GUARD_TESTS_SUPERVISOR_AUDIT_TEMPORARY_FOLDER_H_
#define GUARD_TESTS_SUPERVISOR_AUDIT_TEMPORARY_FOLDER_H_

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace guard::supervisor {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "guard-audit-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_AUDIT_TEMPORARY_FOLDER_H_
