// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/syscall_list.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "interceptor/syscalls/syscall_table.h"

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
    {Treatment::kAllow, "Allowed, and why", "What bounds them is not obvious."},
};

constexpr int kNamesInLine = 8;
constexpr char kHead[] =
    "# System calls\n\n"
    "Written from interceptor/syscalls/syscall_rows_x86_64.h, syscall_rows_unified.h and "
    "syscall_numbers_aarch64.h (`cmake --build build --target syscall_page`); do not edit.\n"
    "Every call of Linux up to 7.0 is here. A number that is not here gets ENOSYS, so does every "
    "x32 call; a call of another architecture (`int 0x80`) ends the process. A dash: no such call "
    "on that architecture.\n";

const char* name_of_error(int error) {
  return error == 0 ? "pretended success" : strerrorname_np(error);
}

std::string hexadecimal(std::uint32_t value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%x", value);
  return text.data();
}

std::string text_of(const RegisterTest& test) {
  const std::string argument = "argument " + std::to_string(test.argument);
  if (test.relation == RegisterTest::Relation::kNull) return argument + " is null";
  if (test.relation == RegisterTest::Relation::kAnyBit && test.mask == ~0U)
    return argument + " not 0";
  if (test.relation == RegisterTest::Relation::kAnyBit)
    return argument + " has a bit of " + hexadecimal(test.mask);
  if (test.mask == ~0U) return argument + " = " + hexadecimal(test.value);
  return argument + " & " + hexadecimal(test.mask) + " = " + hexadecimal(test.value);
}

std::string answer_of(Treatment treatment, int refuse_errno) {
  if (treatment == Treatment::kNotify) return "asked";
  return treatment == Treatment::kRefuse ? name_of_error(refuse_errno) : "allowed";
}

// "root: argument 1 has a bit of 0x80: asked"
std::string text_of(const SpecialCase& special) {
  constexpr const char* kFor[] = {"", "user: ", "root: "};
  std::string text = kFor[static_cast<int>(special.guard)];
  for (const RegisterTest& test : special.tests)
    text += text_of(test) + (&test == &special.tests.back() ? ": " : " and ");
  return text + answer_of(special.treatment, special.refuse_errno);
}

// "EPERM", or first the special cases in their order.
std::string answer_of(const SyscallRow& call) {
  std::string text;
  for (const SpecialCase& special : call.cases) text += text_of(special) + "; ";
  const FilterOutcome base = base_outcome_of(call);
  if (call.cases.empty() && base.treatment == Treatment::kAllow) return "";
  return text + (text.empty() ? "" : "else ") + answer_of(base.treatment, base.refuse_errno);
}

constexpr struct {
  ArgRole role;
  const char* name;
} kRoleNames[] = {
    {ArgRole::kIgnored, "-"},
    {ArgRole::kDirfd, "folder"},
    {ArgRole::kPath, "path"},
    {ArgRole::kPathNoFollow, "path, not followed"},
    {ArgRole::kNewDirfd, "new folder"},
    {ArgRole::kNewPath, "new path"},
    {ArgRole::kLinkText, "text of the link"},
    {ArgRole::kArgv, "argv"},
    {ArgRole::kEnvp, "envp"},
    {ArgRole::kOpenFlags, "open flags"},
    {ArgRole::kOpenHow, "open_how"},
    {ArgRole::kOpenHowSize, "size of open_how"},
    {ArgRole::kAtFlags, "at flags"},
    {ArgRole::kRenameFlags, "rename flags"},
    {ArgRole::kMode, "mode"},
    {ArgRole::kDevice, "device"},
    {ArgRole::kLength, "length"},
    {ArgRole::kFd, "descriptor"},
    {ArgRole::kSockaddr, "address"},
    {ArgRole::kSockaddrLength, "length of the address"},
    {ArgRole::kBuffer, "bytes"},
    {ArgRole::kSendFlags, "send flags"},
    {ArgRole::kMessage, "message"},
    {ArgRole::kMessages, "messages"},
    {ArgRole::kMessageCount, "number of messages"},
    {ArgRole::kBacklog, "backlog"},
    {ArgRole::kSocketDomain, "domain"},
    {ArgRole::kSocketType, "type"},
    {ArgRole::kProtocol, "protocol"},
    {ArgRole::kLevel, "level"},
    {ArgRole::kOption, "option"},
    {ArgRole::kUid, "uid"},
    {ArgRole::kGid, "gid"},
    {ArgRole::kGroupCount, "number of groups"},
    {ArgRole::kGroupList, "groups"},
    {ArgRole::kCapHeader, "header of capabilities"},
    {ArgRole::kCapData, "capabilities"},
    {ArgRole::kSeconds, "times in seconds"},
    {ArgRole::kMicroseconds, "times in microseconds"},
    {ArgRole::kNanoseconds, "times in nanoseconds"},
    {ArgRole::kAttribute, "name of the attribute"},
    {ArgRole::kAttributeValue, "value"},
    {ArgRole::kAttributeSize, "size of the value"},
    {ArgRole::kAttributeFlags, "attribute flags"},
    {ArgRole::kAttributeHow, "xattr_args"},
    {ArgRole::kAttributeHowSize, "size of xattr_args"},
    {ArgRole::kFileAttributes, "file_attr"},
    {ArgRole::kFileAttributesSize, "size of file_attr"},
    {ArgRole::kRequest, "request"},
    {ArgRole::kRequestArgument, "argument of the request"},
    {ArgRole::kSharedId, "object"},
    {ArgRole::kSharedCommand, "command"},
    {ArgRole::kQueueName, "name of the queue"},
    {ArgRole::kNamespaceFlags, "clone flags"},
    {ArgRole::kMountSource, "source"},
    {ArgRole::kFileSystem, "kind of file system"},
    {ArgRole::kMountFlags, "mount flags"},
    {ArgRole::kMountData, "options"},
};
static_assert(std::ranges::is_sorted(kRoleNames, {}, [](const auto& row) { return row.role; }));

// "folder; path, not followed; mode". Without a name in the table the page shows a question mark.
std::string arguments_of(const SyscallRow& call) {
  const auto last = std::ranges::find_if(call.arguments.rbegin(), call.arguments.rend(),
                                         [](ArgRole role) { return role != ArgRole::kIgnored; });
  std::string text;
  for (auto role = call.arguments.begin(); role != last.base(); ++role) {
    const auto named =
        std::ranges::lower_bound(kRoleNames, *role, {}, [](const auto& row) { return row.role; });
    const bool known = named != std::end(kRoleNames) && named->role == *role;
    text += (text.empty() ? "" : "; ") + std::string(known ? named->name : "?");
  }
  return text;
}

std::string number_of(const SyscallRow& call, Architecture architecture) {
  const SyscallRow* row = row_named(call.name, architecture);
  return row != nullptr ? std::to_string(row->number) : "-";
}

std::string line_of(const SyscallRow& call) {
  std::string line = std::string("| ") + call.name;
  for (const auto architecture : {Architecture::kX86_64, Architecture::kAarch64})
    line += " | " + number_of(call, architecture);
  return line + " | " + arguments_of(call) + " | " + answer_of(call) + " | " + call.reason + " |\n";
}

std::string section_of(const Section& section) {
  std::string page =
      std::string("\n## ") + section.title + "\n\n" + section.text +
      "\n\n| call | x86-64 | aarch64 | arguments | answer | why |\n|---|---|---|---|---|---|\n";
  for (const SyscallRow& row : all_rows(Architecture::kX86_64)) {
    if (row.treatment == section.treatment && *row.reason != '\0') page += line_of(row);
  }
  return page;
}

std::string plainly_allowed() {
  std::string page = "\n## Allowed\n\nNothing of before can be lost by them.\n\n";
  int count = 0;
  for (const SyscallRow& row : all_rows(Architecture::kX86_64)) {
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
