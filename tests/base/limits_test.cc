// SPDX-License-Identifier: Apache-2.0
// The list of limits is whole: each row once, in docs/threat_model.md with the same words, taken by
// code, and tried by a test that is there.
#include "base/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace guard {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

fs::path source_folder() {
  return GUARD_SOURCE_FOLDER;
}

// All sources of FOLDERS in one text.
std::string text_of(std::initializer_list<const char*> folders) {
  std::string text;
  for (const char* folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
      const auto extension = entry.path().extension();
      if (extension == ".cc" || extension == ".h") text += content_of(entry.path());
    }
  return text;
}

std::string page_row(const Limit& row) {
  return "| " + std::string(row.id) + " | " + std::to_string(row.value) + " " +
         std::string(row.unit) + " | " + std::string(row.protects) + " | " +
         std::string(row.at_limit) + " | " + std::string(row.test) + " |\n";
}

bool is_there(const std::string& test, const std::string& unit_tests) {
  if (test.find('/') != std::string::npos)
    return fs::exists(source_folder() / "integration/cases" / (test + ".sh"));
  const std::size_t dot = test.find('.');
  const std::string suite = test.substr(0, dot);
  return dot != std::string::npos &&
         unit_tests.find("(" + suite + ", " + test.substr(dot + 1) + ")") != std::string::npos;
}

TEST(LimitsTest, EachIsThereOnceAndSaysWhatItMeans) {
  std::set<std::string_view> ids;
  for (const Limit& row : kLimits) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id << " is there twice";
    EXPECT_GT(row.value, 0U) << row.id;
    for (const std::string_view text : {row.unit, row.protects, row.at_limit, row.test})
      EXPECT_FALSE(text.empty()) << row.id;
  }
}

TEST(LimitsTest, ThePageHasTheSameTable) {
  const std::string page = content_of(source_folder() / "docs/threat_model.md");
  std::string table;
  for (const Limit& row : kLimits) table += page_row(row);
  EXPECT_THAT(page, HasSubstr(table)) << "the table of docs/threat_model.md should be:\n" << table;
}

TEST(LimitsTest, EachIsTakenByTheCode) {
  const std::string sources = text_of({"base", "policy", "interceptor", "supervisor"});
  for (const Limit& row : kLimits)
    EXPECT_THAT(sources, HasSubstr("limit(\"" + std::string(row.id) + "\")"));
}

TEST(LimitsTest, EachHasATestThatIsThere) {
  const std::string unit_tests = text_of({"tests"});
  for (const Limit& row : kLimits)
    EXPECT_TRUE(is_there(std::string(row.test), unit_tests)) << row.id << ": " << row.test;
}

}  // namespace
}  // namespace guard
