// SPDX-License-Identifier: Apache-2.0
// A step of the build: policy files, checked against the schema -> one C++ file with their trees as
// constant tables.
//   compile_packs ROOT OUTPUT FILE...     a pack is named by its path below ROOT, without .yaml
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "base/text/c_literal.h"
#include "policy/load/schema.h"
#include "policy/load/yaml_loader.h"
#include "policy/text/text_digest.h"

namespace guard::policy {
namespace {

struct Pack {
  std::string name;
  std::string source;
  Document document;
};

void write_cells(std::ostream& out, const std::vector<Cell>& cells) {
  for (const auto& cell : cells) {
    out << "    {NodeKind(" << static_cast<int>(cell.kind) << "), " << (cell.quoted ? 1 : 0) << ", "
        << cell.line << ", " << cell.column << ", " << cell.text_at << ", " << cell.size
        << ", 0},\n";
  }
}

void write_pack(std::ostream& out, const Pack& pack, std::size_t number) {
  out << "constexpr char kText" << number << "[] =" << c_literal(pack.document.text)
      << ";\nconstexpr Cell kCells" << number << "[] = {\n";
  write_cells(out, pack.document.cells);
  out << "};\n";
}

void write_table(std::ostream& out, const std::vector<Pack>& packs) {
  out << "constexpr CompiledPack kPacks[] = {\n";
  for (std::size_t i = 0; i < packs.size(); ++i) {
    out << "    {\"" << packs[i].name << "\", {kText" << i << ", " << packs[i].source.size()
        << "}, " << digest_of(packs[i].source) << "ULL, {\"" << packs[i].document.name
        << "\", kCells" << i << ", " << packs[i].document.cells.size() << ", kText" << i << "}},\n";
  }
  out << "};\n";
}

// Nearly every text stands in the source as it is: so the source holds it, and the others follow
// it.
void share_text(const std::string& source, Document& document) {
  std::string shared = source;
  for (Cell& cell : document.cells) {
    const std::string_view text(document.text.data() + cell.text_at, cell.text_size());
    const std::size_t found = std::min(shared.find(text), shared.size());
    if (found == shared.size()) shared += text;
    cell.text_at = static_cast<std::uint32_t>(found) & kCellNumber;
  }
  document.text = std::move(shared);
}

Result<Pack> read_pack(const std::string& root, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string source{std::istreambuf_iterator<char>(in), {}};
  if (!in) return fail_errno(file);
  std::string name = file.substr(root.size() + 1);
  name.resize(name.size() - std::string_view(".yaml").size());
  auto document = read_document(name + ".yaml", source);
  if (!document) return forward(document.error());
  const DocumentView view = document->view();
  if (auto checked = check_document(Node(view)); !checked) return forward(checked.error());
  share_text(source, *document);
  return Pack{std::move(name), std::move(source), std::move(*document)};
}

int compile(const std::string& root, const std::string& output,
            const std::vector<std::string>& files) {
  std::vector<Pack> packs;
  for (const auto& file : files) {
    auto pack = read_pack(root, file);
    if (!pack) {
      std::cerr << root << "/" << pack.error().text() << "\n";
      return 1;
    }
    packs.push_back(std::move(*pack));
  }
  std::ranges::sort(packs, {},
                    [](const Pack& pack) { return std::pair(pack.name != "default", pack.name); });
  std::ofstream out(output, std::ios::binary);
  out << "// Made from policy/packs by compile_packs. Not for editing.\n"
         "#include \"policy/load/compiled_packs.h\"\n\nnamespace guard::policy {\nnamespace {\n\n";
  for (std::size_t i = 0; i < packs.size(); ++i) write_pack(out, packs[i], i);
  write_table(out, packs);
  out << "\n}  // namespace\n\nstd::span<const CompiledPack> compiled_packs() { return kPacks; }\n"
         "\n}  // namespace guard::policy\n";
  out.close();
  return out ? 0 : 1;
}

}  // namespace
}  // namespace guard::policy

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "compile_packs ROOT OUTPUT FILE...\n";
    return 2;
  }
  return guard::policy::compile(argv[1], argv[2], {argv + 3, argv + argc});
}
