// SPDX-License-Identifier: Apache-2.0
// The reference of docs/policy.md says what the table of keys says: every key of it, no other, and
// the kind of value that each takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "policy/load/schema.h"

namespace guard::policy {
namespace {

using Keys = std::map<std::string, const KeyRow*>;

struct DocRow {
  std::vector<std::string> names;
  std::string value;
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  std::string cell;
  std::getline(text, cell, '|');
  while (std::getline(text, cell, '|')) cells.push_back(cell);
  return cells;
}

// "`undo.keep`, `.max`" -> "undo.keep", "undo.max"; "`modes.NAME.tier0` ... `.tier3`" -> all four.
std::vector<std::string> names_in(const std::string& cell) {
  static const std::regex name("`([^`]+)`");
  std::vector<std::string> names;
  for (std::sregex_iterator at(cell.begin(), cell.end(), name), end; at != end; ++at) {
    std::string found = (*at)[1];
    if (found.starts_with('.')) found.insert(0, names.front().substr(0, names.front().rfind('.')));
    names.push_back(found);
  }
  if (cell.find("...") == std::string::npos || names.size() != 2) return names;
  for (char digit = static_cast<char>(names[0].back() + 1); digit < names[1].back(); ++digit)
    names.push_back(names[0].substr(0, names[0].size() - 1) + digit);
  return names;
}

// caption of the first column -> rows
std::map<std::string, std::vector<DocRow>> tables() {
  std::ifstream page(GUARD_POLICY_PAGE);
  EXPECT_TRUE(page.is_open()) << GUARD_POLICY_PAGE;
  std::map<std::string, std::vector<DocRow>> tables;
  std::string caption;
  bool reference = false;
  for (std::string line; std::getline(page, line);) {
    reference = reference || line == "## All keys";
    if (!reference || !line.starts_with("| ")) continue;
    const auto cells = cells_of(line);
    if (cells.size() < 2) continue;
    if (cells[1] == " value ") {
      caption = cells[0];
    } else if (!names_in(cells[0]).empty()) {
      tables[caption].push_back({names_in(cells[0]), cells[1]});
    }
  }
  return tables;
}

// The sections that stand in the table of another one, with a dot between.
void add_keys(Keys& keys, const std::string& section, const std::string& prefix) {
  for (const KeyRow& key : section_named(section).keys) {
    const std::string name = prefix + std::string(key.name);
    const bool inline_section = section != "rule" && section != "command_rule";
    if (key.kind == ValueKind::kSection && inline_section) {
      add_keys(keys, std::string(key.section), name + ".");
    } else if (key.kind == ValueKind::kNamedSection) {
      add_keys(keys, std::string(key.section), name + ".NAME.");
    } else if (key.kind == ValueKind::kNameOrSection) {
      keys[name] = &key;
      add_keys(keys, std::string(key.section), name + ".");
    } else {
      keys[name] = &key;
    }
  }
}

// Keys that stand for many: the value's cell names them, or their names are known elsewhere.
Keys documented_as(Keys keys) {
  std::erase_if(keys, [](const auto& entry) {
    return entry.first.starts_with("categories.") || entry.first.starts_with("paths.");
  });
  keys["categories.NAME"] = &section_named("categories").keys.front();
  keys["paths.CLASS"] = &section_named("paths").keys.front();
  return keys;
}

std::string word_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::kBool:
      return "on/off";
    case ValueKind::kTextList:
      return "texts";
    case ValueKind::kText:
      return "text";
    case ValueKind::kDuration:
      return "time";
    case ValueKind::kSize:
      return "size";
    default:
      return "";
  }
}

void expect_same(const std::vector<DocRow>& rows, const Keys& keys) {
  std::set<std::string> said;
  for (const DocRow& row : rows) {
    for (const std::string& name : row.names) {
      const auto key = keys.find(name);
      ASSERT_NE(key, keys.end()) << "docs/policy.md has `" << name
                                 << "`, the table of keys has not";
      EXPECT_TRUE(said.insert(name).second) << name << " stands there twice";
      EXPECT_THAT(row.value, testing::HasSubstr(word_of(key->second->kind))) << name;
      EXPECT_EQ(row.value.find("required") != std::string::npos, key->second->required) << name;
    }
  }
  for (const auto& [name, key] : keys)
    EXPECT_TRUE(said.contains(name)) << "docs/policy.md lacks `" << name << "`";
}

TEST(ReferenceTest, ThePageHasTheKeysOfTheTableAndNoOther) {
  auto all = tables();
  const std::map<std::string, std::string> captions = {
      {" key ", "file"},       {" of a sink ", "sink"},       {" of a rule ", "rule"},
      {" of `when` ", "when"}, {" of a command ", "command"}, {" of a row ", "command_rule"}};
  for (const auto& [caption, section] : captions) {
    SCOPED_TRACE(caption);
    Keys keys;
    add_keys(keys, section, "");
    expect_same(all[caption], section == "file" ? documented_as(keys) : keys);
  }
  EXPECT_EQ(all.size(), captions.size());
}

}  // namespace
}  // namespace guard::policy
