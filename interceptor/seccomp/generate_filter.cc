// SPDX-License-Identifier: Apache-2.0
// Build-time program: writes the source file that defines interceptor/seccomp/seccomp_programs.h to
// the path given as its argument.
#include <cstdio>
#include <fstream>
#include <span>

#include "interceptor/seccomp/filter_compiler.h"

namespace guard::interceptor {
namespace {

void write_program(std::ostream& out, const char* name, std::span<const sock_filter> program) {
  out << "static constexpr sock_filter " << name << "Code[] = {\n";
  for (const sock_filter& each : program) {
    out << "    {" << each.code << ", " << unsigned{each.jt} << ", " << unsigned{each.jf} << ", "
        << each.k << "U},\n";
  }
  out << "};\nconstinit const std::span<const sock_filter> " << name << " = " << name
      << "Code;\n\n";
}

int generate(const char* path) {
  const auto user = compile_filter(ForGuard::kUser);
  const auto root = compile_filter(ForGuard::kRoot);
  if (!user || !root) {
    std::fprintf(stderr, "%s\n", (user ? root : user).error().text().c_str());
    return 1;
  }
  std::ofstream out(path);
  out << "#include \"interceptor/seccomp/seccomp_programs.h\"\n\nnamespace guard::interceptor "
         "{\n\n";
  write_program(out, "kUserProgram", *user);
  write_program(out, "kRootProgram", *root);
  out << "}  // namespace guard::interceptor\n";
  out.close();
  return out ? 0 : 1;
}

}  // namespace
}  // namespace guard::interceptor

int main(int argc, char** argv) {
  return argc == 2 ? guard::interceptor::generate(argv[1]) : 64;
}
