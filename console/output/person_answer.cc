// SPDX-License-Identifier: Apache-2.0
#include "console/output/person_answer.h"

#include <strings.h>
#include <termios.h>
#include <unistd.h>

#include <iostream>

namespace guard::console {

std::string person_answer(const std::string& question, std::FILE* shown_on) {
  std::cout.flush();
  std::fflush(stdout);                // what the question is about stands on the screen
  ::tcflush(STDIN_FILENO, TCIFLUSH);  // no terminal: nothing happens
  std::fputs(question.c_str(), shown_on);
  std::fflush(shown_on);
  std::string line;
  return std::getline(std::cin, line) ? line : "";
}

bool person_says_yes(const std::string& question) {
  const std::string answer = person_answer(question);
  return ::strcasecmp(answer.c_str(), "y") == 0 || ::strcasecmp(answer.c_str(), "yes") == 0;
}

}  // namespace guard::console
