// SPDX-License-Identifier: Apache-2.0
#include "console/learning/rule_lines.h"

#include <cctype>

#include "base/text/text.h"
#include "console/policy/rule_yaml.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using policy::Node;
using policy::NodeKind;

struct Insertion {
  std::size_t line = 0;  // behind so many lines
  std::size_t indent = 2;
  bool key = false;  // the key `rules` must come too
};

std::size_t count_lines(const std::string& text) {
  std::size_t lines = 0;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines + (text.empty() || text.back() == '\n' ? 0 : 1);
}

bool says_nothing(const std::string& text) {
  bool comment = false;
  for (const char c : text) {
    if (c == '\n') comment = false;
    if (c == '#') comment = true;
    if (!comment && std::isspace(static_cast<unsigned char>(c)) == 0) return false;
  }
  return true;
}

std::string line_at(const std::string& text, std::size_t number) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < number && at != std::string::npos; ++i) {
    at = text.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

// The column of the dash in front of the first rule tells how far the others stand in.
Result<Insertion> place_in(const std::string& text, const std::string& name) {
  Insertion at{count_lines(text), 2, true};
  if (says_nothing(text)) return at;
  const auto document = policy::read_document(name, text);
  if (!document) return forward(document.error());
  const auto view = document->view();
  const Node root(view);
  if (root.kind() == NodeKind::kNull) return at;
  const auto key = root.find_key("rules");
  const auto rules = root.find("rules");
  if (!key || !rules) return at;
  const std::string key_line = key->line_of_file();
  at.line = std::stoul(key_line.substr(key_line.rfind(':') + 1));
  at.key = false;
  const auto items = rules->kind() == NodeKind::kList ? rules->children() : std::vector<Node>{};
  if (items.empty()) return forward(rules->fault("rules: not a list of lines"));
  const std::string first_line = items.front().line_of_file();
  const std::string first = line_at(text, std::stoul(first_line.substr(first_line.rfind(':') + 1)));
  const std::size_t dash = first.find_first_not_of(' ');
  if (dash == std::string::npos || first[dash] != '-')
    return forward(rules->fault("rules: stand in brackets: put the new ones in by hand"));
  at.indent = dash;
  return at;
}

}  // namespace

std::string rule_line(const policy::Rule& rule) {
  return "- " + rule_yaml(rule);
}

std::string opens_text(const policy::Rule& rule) {
  const policy::Condition& when = rule.when;
  const std::string command = when.command.empty() ? "" : when.command.front();
  if (!when.path.empty()) {
    const std::string act = when.act.empty() ? "" : std::string(name_of(when.act.front()));
    return (command.empty() ? act + " by any program" : command) + " on " +
           safe_text(when.path.front());
  }
  if (!when.host.empty()) return "every connection to " + safe_text(when.host.front());
  std::string text = command;
  if (!when.subcommand.empty()) text += " " + when.subcommand.front();
  text = "every \"" + safe_text(text) + "\"";
  if (!when.has.empty()) return text + " that has the word " + safe_text(when.has.front());
  return text + ", with whatever words behind it";
}

Result<std::string> with_rules(const std::string& text, const std::string& name,
                               const std::vector<policy::Rule>& rules) {
  const auto place = place_in(text, name);
  if (!place) return forward(place.error());
  std::string added = place->key ? "rules:\n" : "";
  for (const auto& rule : rules) added += std::string(place->indent, ' ') + rule_line(rule) + "\n";
  std::size_t at = 0;
  for (std::size_t i = 0; i < place->line && at < text.size(); ++i) {
    const std::size_t end = text.find('\n', at);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  const bool unended = at > 0 && text[at - 1] != '\n';
  return text.substr(0, at) + (unended ? "\n" : "") + added + text.substr(at);
}

}  // namespace guard::console
