// SPDX-License-Identifier: Apache-2.0
#include "console/options/plan_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/text/text.h"
#include "policy/decide/pre_confirmed.h"
#include "policy/load/settings_doubts.h"

namespace guard::console {
namespace {

Result<void> read_plan(const std::string& name, std::vector<std::string>& lines) {
  std::ifstream file(name);
  if (!file)
    return fail(Code::kNotFound, "cannot read the plan " + safe_text(name) + ": " +
                                     std::generic_category().message(errno));
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string::npos || line[start] == '#') continue;
    line = line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
    if (const auto read = policy::read_pre_confirmed(line); !read)
      return fail(Code::kInvalid,
                  safe_text(name) + ":" + std::to_string(number) + ": " + read.error().context);
    lines.push_back(std::move(line));
  }
  if (file.bad()) return fail(Code::kSystem, "cannot read the plan " + safe_text(name));
  return {};
}

std::string spelled(const std::string& line) {
  return "--pre-confirm '" + safe_text(line) + "'";
}

}  // namespace

Result<std::vector<std::string>> with_plans(const std::vector<std::string>& lines) {
  std::vector<std::string> all;
  for (const auto& line : lines) {
    if (!line.starts_with('@')) {
      all.push_back(line);
    } else if (auto read = read_plan(line.substr(1), all); !read) {
      return forward(read.error());
    }
  }
  return all;
}

Result<void> can_be_confirmed(const std::vector<std::string>& lines, const policy::Policy& policy) {
  for (const std::string& line : lines)
    if (const auto read = policy::read_pre_confirmed(line); !read)
      return fail(Code::kInvalid, spelled(line) + ": " + read.error().context);
  for (const auto& doubt : policy::doubts_about_lines(policy, lines))
    if (doubt.absurd) return fail(Code::kInvalid, spelled(doubt.line) + " " + doubt.why);
  return {};
}

std::vector<std::string> doubts_about_plan(const std::vector<std::string>& lines,
                                           const policy::Policy& policy) {
  std::vector<std::string> doubts;
  for (const auto& doubt : policy::doubts_about_lines(policy, lines))
    doubts.push_back("warning: " + spelled(doubt.line) + " " + safe_text(doubt.why));
  return doubts;
}

std::vector<std::string> plan_files(const std::vector<std::string>& lines) {
  std::vector<std::string> files;
  for (const auto& line : lines) {
    std::error_code error;
    if (line.starts_with('@'))
      files.push_back(std::filesystem::absolute(line.substr(1), error).string());
  }
  return files;
}

}  // namespace guard::console
