// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/build_id.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "tests/supervisor/facts/elf_bytes.h"

namespace guard::supervisor {
namespace {

std::string id_of(const std::string& bytes) {
  const UniqueFd fd(::memfd_create("program", MFD_CLOEXEC));
  EXPECT_EQ(::write(fd.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  const auto id = build_id_of(fd.get());
  return id ? *id : "error";
}

TEST(BuildIdTest, IsThatOfTheGnuNoteElseThatOfGo) {
  EXPECT_EQ(id_of(elf_of({.notes = {gnu_note("abc")}})), "gnu:abc");
  EXPECT_EQ(id_of(elf_of({.notes = {go_note("x/y")}})), "go:x/y");
  EXPECT_EQ(id_of(elf_of({.notes = {go_note("x/y"), gnu_note("abc")}})), "gnu:abc");
  EXPECT_EQ(id_of(elf_of<Elf32_Ehdr, Elf32_Phdr>({.notes = {gnu_note("abc")}})), "gnu:abc");
}

TEST(BuildIdTest, OtherNotesStandBefore) {
  const std::string abi = note(std::string_view("GNU\0", 4), NT_GNU_ABI_TAG, "12345");
  EXPECT_EQ(id_of(elf_of({.notes = {abi + gnu_note("abc")}})), "gnu:abc");
  const std::string_view gnu("GNU\0", 4);
  const std::string wide = note(gnu, NT_GNU_PROPERTY_TYPE_0, "123456789", 8);
  EXPECT_EQ(id_of(elf_of({.notes = {wide + note(gnu, NT_GNU_BUILD_ID, "abc", 8)}, .alignment = 8})),
            "gnu:abc");
}

TEST(BuildIdTest, WhatIsAppendedChangesNothing) {
  EXPECT_EQ(id_of(elf_of({.notes = {gnu_note("abc")}}) + "x"), "gnu:abc");
}

TEST(BuildIdTest, ManyFilesHaveNone) {
  EXPECT_EQ(id_of(""), "");
  EXPECT_EQ(id_of("#!/bin/sh\n"), "");
  EXPECT_EQ(id_of(elf_of({})), "");
  EXPECT_EQ(id_of(elf_of({.notes = {note(std::string_view("XYZ\0", 4), 3, "abc")}})), "");
  EXPECT_EQ(id_of(elf_of({.notes = {gnu_note("")}})), "");
  std::string other_order = elf_of({.notes = {gnu_note("abc")}});
  other_order[EI_DATA] = ELFDATA2MSB;
  EXPECT_EQ(id_of(other_order), "");
}

TEST(BuildIdTest, EveryCutOfAFileIsBorne) {
  const std::string whole = elf_of({.notes = {gnu_note("abcdefgh")}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_EQ(id_of(whole.substr(0, length)), "") << length;
  }
}

TEST(BuildIdTest, NumbersThatLieAreBorne) {
  EXPECT_EQ(id_of(elf_of({.notes = {gnu_note("abc")}, .entries = 0xffff})), "");
  std::string huge = gnu_note("abc");
  for (const std::size_t field : {0U, 4U}) {  // the length of the name, of the content
    std::string lying = huge;
    std::memset(lying.data() + field, 0xff, 4);
    EXPECT_EQ(id_of(elf_of({.notes = {lying}})), "") << field;
  }
  std::string far = elf_of({.notes = {gnu_note("abc")}});
  Elf64_Phdr entry;
  std::memcpy(&entry, far.data() + sizeof(Elf64_Ehdr), sizeof(entry));
  entry.p_offset = ~std::uint64_t{0};
  std::memcpy(far.data() + sizeof(Elf64_Ehdr), &entry, sizeof(entry));
  EXPECT_EQ(id_of(far), "");
}

// A copy that hides its id behind others is not taken for a program of the user's.
TEST(BuildIdTest, NotesBeyondTheirNumberAreRefused) {
  constexpr std::size_t kMost = size_limit("copies.notes");
  for (const std::size_t number : {kMost - 1, kMost, kMost + 1}) {
    std::string before;
    for (std::size_t i = 0; i + 1 < number; ++i) before += note("AB", 1, "x");
    const char* const wanted = number <= kMost ? "gnu:abcd" : "error";
    EXPECT_EQ(id_of(elf_of({.notes = {before + gnu_note("abcd")}})), wanted) << number;
    EXPECT_EQ(id_of(elf_of({.notes = {before, gnu_note("abcd")}})), wanted) << number;
  }
}

// node's single executables carry what they run in a note of a hundred million bytes.
TEST(BuildIdTest, ALongNoteIsPassedOver) {
  const std::string script =
      note(std::string_view("NODE_SEA_BLOB"), 0, std::string(3'000'000, 'x'));
  EXPECT_EQ(id_of(elf_of({.notes = {script + gnu_note("abc")}})), "gnu:abc");
  EXPECT_EQ(id_of(elf_of({.notes = {script, gnu_note("abc")}})), "gnu:abc");
  EXPECT_EQ(id_of(elf_of({.notes = {script}})), "");
}

TEST(BuildIdTest, AnIdWithoutEndIsRefused) {
  EXPECT_EQ(id_of(elf_of({.notes = {gnu_note(std::string(1024, 'a'))}})),
            "gnu:" + std::string(1024, 'a'));
  EXPECT_EQ(id_of(elf_of({.notes = {gnu_note(std::string(1025, 'a'))}})), "error");
}

}  // namespace
}  // namespace guard::supervisor
