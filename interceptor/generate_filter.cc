// SPDX-License-Identifier: Apache-2.0
// Build-time program: writes the filters as C++ arrays to the file named by its argument.
#include <cstdio>
#include <fstream>
#include <span>

#include "interceptor/filter_compiler.h"

namespace guard::interceptor {
namespace {

void write_program(std::ostream& out, const char* name, std::span<const sock_filter> program) {
  out << "constexpr sock_filter " << name << "[] = {\n";
  for (const sock_filter& each : program) {
    out << "    {" << each.code << ", " << unsigned{each.jt} << ", " << unsigned{each.jf} << ", "
        << each.k << "U},\n";
  }
  out << "};\n";
}

int generate(const char* path) {
  const auto user = compile_filter(false);
  const auto root = compile_filter(true);
  if (!user || !root) {
    std::fprintf(stderr, "%s\n", (user ? root : user).error().text().c_str());
    return 1;
  }
  std::ofstream out(path);
  write_program(out, "kUserProgram", *user);
  write_program(out, "kRootProgram", *root);
  out.close();
  return out ? 0 : 1;
}

}  // namespace
}  // namespace guard::interceptor

int main(int argc, char** argv) {
  return argc == 2 ? guard::interceptor::generate(argv[1]) : 64;
}
