// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/text_bindings.h"

#include <string_view>

namespace guard::policy {

TextBindings::TextBindings(const Preview& preview) {
  for (const ForLoop& loop : preview.loops) bind(loop.variable, loop.words);
  for (const PreviewCommand& command : preview.commands) {
    if (!command.command.words.empty()) continue;  // `A=1 cmd` sets it for cmd only
    for (const ShellWord& word : command.command.assignments) bind_assignment(word);
  }
}

const std::vector<ShellWord>* TextBindings::values_of(const ShellWord& word) const {
  if (word.literal || word.base != WordBase::kNone) return nullptr;
  std::string_view name = word.text;
  if (name.size() > 2 && name.starts_with('"') && name.ends_with('"')) {
    name = name.substr(1, name.size() - 2);
  }
  if (!name.starts_with('$')) return nullptr;
  name.remove_prefix(1);
  if (name.starts_with('{') && name.ends_with('}')) name = name.substr(1, name.size() - 2);
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

void TextBindings::bind(const std::string& name, const std::vector<ShellWord>& words) {
  auto& values = values_[name];
  values.insert(values.end(), words.begin(), words.end());
}

void TextBindings::bind_assignment(const ShellWord& word) {
  const auto equals = word.text.find('=');
  if (!word.literal || equals == std::string::npos) return;
  ShellWord value;
  value.text = word.text.substr(equals + 1);
  bind(word.text.substr(0, equals), {value});
}

}  // namespace guard::policy
