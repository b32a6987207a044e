// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscall_list.h"

#include <cstring>

#include "interceptor/syscall_table.h"

namespace guard::interceptor {
namespace {

struct Section {
  Treatment treatment;
  const char* title;
  const char* text;
};

constexpr Section kSections[] = {
    {Treatment::kNotify, "Asked", "guard decides each call."},
    {Treatment::kNotifyIf, "Asked in some cases", "Allowed unless the registers say otherwise."},
    {Treatment::kRefuse, "Refused", "Answered by the filter, at once."},
    {Treatment::kRefuseIf, "Refused in some cases", "Allowed unless the registers say otherwise."},
    {Treatment::kLater, "Allowed for now", "A later version of guard decides them."},
    {Treatment::kAllow, "Allowed, and why", "What bounds them is not obvious."},
};

constexpr int kNamesInLine = 8;
constexpr char kHead[] =
    "# System calls\n\n"
    "Written from interceptor/syscall_rows_x86_64.cc (`cmake --build build --target "
    "syscall_page`); do not edit.\n"
    "A number that is not here gets ENOSYS, so does every x32 call; a call of another "
    "architecture (`int 0x80`) ends the process.\n";

const char* name_of_error(int error) {
  return error == 0 ? "pretended success" : strerrorname_np(error);
}

// "EPERM", or the answers of the special cases.
std::string answer_of(const SyscallRow& row) {
  if (row.treatment == Treatment::kRefuse) return name_of_error(row.refuse_errno);
  std::string answer;
  for (const SpecialCase& special : row.cases) {
    if (special.treatment != Treatment::kRefuse) continue;
    const std::string name = name_of_error(special.refuse_errno);
    if (answer.find(name) != std::string::npos) continue;
    answer += (answer.empty() ? "" : ", ") + name;
  }
  return answer;
}

std::string line_of(const SyscallRow& row) {
  return "| " + std::to_string(row.number) + " | " + row.name + " | " + answer_of(row) + " | " +
         row.reason + " |\n";
}

std::string section_of(const Section& section) {
  std::string page = std::string("\n## ") + section.title + "\n\n" + section.text +
                     "\n\n| number | call | answer | why |\n|---|---|---|---|\n";
  for (const SyscallRow& row : all_rows()) {
    if (row.treatment == section.treatment && *row.reason != '\0') page += line_of(row);
  }
  return page;
}

std::string plainly_allowed() {
  std::string page = "\n## Allowed\n\nNothing of before can be lost by them.\n\n";
  int count = 0;
  for (const SyscallRow& row : all_rows()) {
    if (row.treatment != Treatment::kAllow || *row.reason != '\0') continue;
    if (count > 0) page += count % kNamesInLine == 0 ? ",\n" : ", ";
    page += row.name;
    ++count;
  }
  return page + ".\n";
}

}  // namespace

std::string syscall_list() {
  std::string page = kHead;
  for (const Section& section : kSections) page += section_of(section);
  return page + plainly_allowed();
}

}  // namespace guard::interceptor
