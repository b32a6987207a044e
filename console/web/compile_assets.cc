// SPDX-License-Identifier: Apache-2.0
// A step of the build: the page's files -> one C++ file with their bytes.
//   compile_assets OUTPUT FILE...     a file is served by the last part of its name
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "base/text/c_literal.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

int compile(const std::string& output, const std::vector<std::string>& files) {
  std::ofstream out(output, std::ios::binary);
  out << "// Made by compile_assets. Not for editing.\n"
         "#include \"console/web/web_assets.h\"\n\nnamespace guard::console {\nnamespace {\n\n"
         "constexpr WebAsset kAssets[] = {\n";
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (!in) {
      std::cerr << file << ": cannot be read\n";
      return 1;
    }
    out << "{\"" << base_name(file) << "\", {" << c_literal(bytes) << ", " << bytes.size()
        << "}},\n";
  }
  out << "};\n\n}  // namespace\n\nstd::span<const WebAsset> web_assets() { return kAssets; }\n"
         "\n}  // namespace guard::console\n";
  out.close();
  return out ? 0 : 1;
}

}  // namespace
}  // namespace guard::console

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "compile_assets OUTPUT FILE...\n";
    return 2;
  }
  return guard::console::compile(argv[1], {argv + 2, argv + argc});
}
