// SPDX-License-Identifier: Apache-2.0
// Gives a fuzzer every line of the files named as arguments, for builds without libFuzzer. A line
// is one input; `\xHH`, `\n`, `\t` and `\\` stand for what a line cannot hold.
#include <cstdio>
#include <fstream>
#include <string>

#include "tests/fuzz/input.h"

namespace {

char escaped(const std::string& line, std::size_t& at) {
  switch (line.at(++at)) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'x':
      at += 2;
      return static_cast<char>(std::stoi(line.substr(at - 1, 2), nullptr, 16));
    default:
      return line[at];
  }
}

std::string input_of(const std::string& line) {
  std::string bytes;
  for (std::size_t at = 0; at < line.size(); ++at)
    bytes += line[at] == '\\' ? escaped(line, at) : line[at];
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i]);
    for (std::string line; std::getline(file, line); ++count) {
      std::printf("%s\n", line.c_str());
      std::fflush(stdout);
      const std::string bytes = input_of(line);
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
  }
  std::printf("%zu inputs\n", count);
  return count > 0 ? 0 : 1;
}
