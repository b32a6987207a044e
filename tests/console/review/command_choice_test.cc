// SPDX-License-Identifier: Apache-2.0
#include "console/review/command_choice.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace guard::console {
namespace {

const std::vector<std::string> kCommands = {"bash -c 'sed -i s/a/b/ f; echo more >g'",
                                            "sed -i s/a/b/ f", "env A=1 sh -c 'tee x' name",
                                            "python3 -c 'print(1)'", "tee x y"};

std::string meant(const std::string& word) {
  const auto command = command_meant(kCommands, word);
  return command ? *command : "";
}

Error error_of(const std::string& word) {
  const auto command = command_meant(kCommands, word);
  return command ? Error{Code::kBusy, 0, *command} : command.error();
}

TEST(CommandChoiceTest, ANumberAndTheCommandItselfMeanIt) {
  EXPECT_EQ(meant("2"), kCommands[1]);
  EXPECT_EQ(meant(kCommands[0]), kCommands[0]);
}

TEST(CommandChoiceTest, APartMeansTheCommandAndNotTheShellAroundIt) {
  EXPECT_EQ(meant("sed -i"), kCommands[1]);
  EXPECT_EQ(meant("tee x"), kCommands[4]);
  EXPECT_EQ(meant("bash"), kCommands[0]);
  EXPECT_EQ(meant("print(1)"), kCommands[3]) << "no shell's text";
}

TEST(CommandChoiceTest, WhatStandsInAShellsTextAloneIsTold) {
  const Error error = error_of("echo more");
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_NE(error.text().find("\n  1  bash -c"), std::string::npos) << error.text();
}

TEST(CommandChoiceTest, SeveralAreListed) {
  const Error error = error_of("e");
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_NE(error.text().find("\n  2  sed -i s/a/b/ f\n"), std::string::npos) << error.text();
  EXPECT_EQ(error_of("never").code, Code::kNotFound);
}

}  // namespace
}  // namespace guard::console
