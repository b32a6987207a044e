// SPDX-License-Identifier: Apache-2.0
// The preview at the exec of `sh -c TEXT`: what must not wait for the child.
#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "policy/assess/assessor.h"
#include "policy/assess/preview.h"
#include "policy/assess/shell_findings.h"
#include "policy/shell/nested_text.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

// Programs that hand work to a process outside the supervised tree, or above its rights.
constexpr auto kEscapes = std::to_array<std::string_view>(
    {"at", "batch", "crontab", "doas", "docker", "machinectl", "nsenter", "pkexec", "podman",
     "run0", "runuser", "screen", "ssh", "su", "sudo", "systemd-run", "tmux"});

// Facts without walks. Objects that a preview would walk were neither asked about nor shown, so
// they must not become the effect, or the lease, of the shell's own exec; the child's exec walks
// them. And a preview is quick.
class SurfaceFacts : public Facts {
 public:
  explicit SurfaceFacts(Facts& facts) : facts_(facts) {}

  Object object(const std::string& operand, LastLink last) override {
    return facts_.object(operand, last);
  }
  Effect walk(const std::vector<std::string>& operands, Extent extent,
              const EachObject& each) override;
  bool from_wildcard(const std::vector<std::string>& operands) override {
    return facts_.from_wildcard(operands);
  }
  bool is_list(const std::vector<std::string>& operands) override {
    return facts_.is_list(operands);
  }
  std::uint64_t free_bytes(const std::string& operand) override {
    return facts_.free_bytes(operand);
  }
  const std::string& home() const override { return facts_.home(); }
  const std::vector<std::string>& workspace() const override { return facts_.workspace(); }
  const std::vector<std::string>& git_folders() const override { return facts_.git_folders(); }
  Raising raising() const override { return facts_.raising(); }
  Changeable changeable(const std::string& operand) override { return facts_.changeable(operand); }

 private:
  Facts& facts_;
};

Effect SurfaceFacts::walk(const std::vector<std::string>& operands, Extent extent,
                          const EachObject& each) {
  Effect effect;
  effect.complete = extent == Extent::kItself;
  for (const std::string& operand : operands) {
    Object object = facts_.object(operand, LastLink::kKept);
    const bool missing = object.type == ObjectType::kMissing;
    const bool folder = object.type == ObjectType::kDirectory;
    if (!missing && each) each(object);
    if (!missing) {
      ++(folder ? effect.directories : effect.files);
      ++(object.recoverability == Recoverability::kBorn    ? effect.born
         : object.recoverability == Recoverability::kBuilt ? effect.built
                                                           : effect.preexisting);
    }
    effect.operands.push_back({operand, std::move(object), missing ? 0U : 1U});
  }
  return effect;
}

// Names that do not mean what they say here: relative ones behind a `cd`, all of another machine.
// Only what is absolute, and options, keep their meaning.
std::vector<std::string> anchored(std::vector<std::string> argv) {
  const auto names_nothing = [](const std::string& word) {
    return !word.starts_with('-') && !word.starts_with('/');
  };
  argv.erase(std::remove_if(argv.begin() + 1, argv.end(), names_nothing), argv.end());
  return argv;
}

bool is_displaced(const PreviewCommand& command) {
  const PreviewFolder own;
  return command.remote || command.folder != own;
}

bool escapes(const std::vector<ShellWord>& words) {
  for (std::size_t at = 0; at < words.size() && at <= program_index(words); ++at) {
    const auto program = base_name(words[at].text);
    if (std::find(kEscapes.begin(), kEscapes.end(), program) != kEscapes.end()) return true;
  }
  return false;
}

// `busybox sh`: it runs rm, mv and a hundred others within itself, and no exec of theirs is ever
// seen. A `sh` that is busybox by a link starts them, where the system is made so.
bool runs_its_own(const Action& origin) {
  constexpr auto kBoxes = std::to_array<std::string_view>({"busybox*", "toybox*"});
  return !origin.argv.empty() && std::ranges::any_of(kBoxes, [&](auto box) {
    return word_glob_matches(box, base_name(origin.argv[0]));
  });
}

// ONLY_HERE: the command is an act of the shell itself, and FACTS may walk.
Assessment assess_early(const PreviewCommand& preview, const Action& origin,
                        const Assessor& assessor, Facts& facts, bool only_here) {
  const auto& command = preview.command;
  for (const auto& redirection : command.redirections) {
    if (preview.remote || !writes(redirection) || !is_usable(redirection.target)) continue;
    const auto target = value_of(redirection.target, origin.cwd, facts.home(), false);
    if (is_displaced(preview) && !target.starts_with('/')) continue;
    const Object object = facts.object(target, LastLink::kFollowed);
    if (object.type == ObjectType::kBlockDevice) return device_finding(object.path);
  }
  if (command.words.empty() || !command.words[0].literal) return {};
  // The text of a shell is in the preview itself; handing it on would read it twice.
  if (is_shell(base_name(command.words[0].text))) return {};
  const bool escaping = escapes(command.words);
  Action action = origin;
  action.argv.clear();
  action.exe.clear();
  action.image_script = action.image_setuid = false;
  for (const ShellWord& word : command.words) {
    action.argv.push_back(value_of(word, origin.cwd, facts.home(), false));
  }
  if (is_displaced(preview) && !escaping && !preview.fed)
    action.argv = anchored(std::move(action.argv));
  Assessment assessment = assessor.assess(action, facts);
  // At its own exec nothing is seen of what it is fed.
  const bool unseen =
      assessment.tier >= 2 && (preview.fed || (only_here && assessment.rule.starts_with("fs.")));
  const bool raises = assessment.block || unseen || (escaping && assessment.tier >= 3);
  return raises ? assessment : Assessment{};
}

}  // namespace

Assessment assess_shell_exec(std::string_view text, const Action& origin, const Assessor& assessor,
                             Facts& facts) {
  const Preview preview = preview_shell(text);
  if (preview.fork_bomb) return fork_bomb_finding();
  Assessment worst;
  if (preview.feed.source == FeedSource::kNetwork) worst = feed_finding(preview.feed);
  if (!preview.complete && outranks(unread_finding(), worst)) worst = unread_finding();
  if (!preview.parsed && preview.complete) return worst;
  SurfaceFacts surface(facts);
  const bool only_here = runs_its_own(origin);
  Facts& looks = only_here ? facts : surface;
  for (const PreviewCommand& command : preview.commands) {
    Assessment early = assess_early(command, origin, assessor, looks, only_here);
    if (outranks(early, worst)) worst = std::move(early);
    if (worst.block) break;
  }
  return worst;
}

}  // namespace guard::policy
