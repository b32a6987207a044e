// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/release_texts.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "policy/network/web_address.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_tree.h"
#include "supervisor/source/https_get.h"
#include "supervisor/source/trusted_file.h"

namespace guard::supervisor {
namespace {

// READ: the file of that name, of at most so many bytes.
using Read = std::function<Result<std::string>(const std::string& name, std::size_t most)>;

Result<std::string> signature_beside(const std::string& name, const Read& read) {
  for (const char* ending : kSignatureEndings) {
    auto text = read(name + ending, kMostOfSignature);
    if (text || text.error().code != Code::kNotFound) return text;
  }
  return fail(Code::kNotFound, "no signature lies beside " + safe_text(name) + " (" +
                                   kSignatureEndings[0] + ", " + kSignatureEndings[1] + ")");
}

Result<ReleaseTexts> both(const std::string& name, const Read& read) {
  auto policy = read(name, kMostOfPolicy);
  if (!policy) return forward(policy.error());
  auto signature = signature_beside(name, read);
  if (!signature) return forward(signature.error());
  return ReleaseTexts{.policy = std::move(*policy), .signature = std::move(*signature)};
}

// --- git -------------------------------------------------------------------------------------

// The commit is read as it is in the store: a work tree may be half checked out.
class Commit {
 public:
  static Result<Commit> open(const PolicySource& source) {
    const std::string folder = git_folder_of(source.where);
    auto repository = open_repository(folder);
    if (!repository || !GitObjects::has_library())
      return fail(Code::kUnreadable, safe_text(source.where) + ": cannot be read as a repository");
    const int held = repository->folder.get();
    const auto commit = source.branch.empty() ? head_commit(held)
                                              : commit_of_ref(held, "refs/heads/" + source.branch);
    const auto text =
        commit ? repository->objects->read(*commit, GitKind::kCommit, kMostOfObject) : std::nullopt;
    const auto tree = text ? tree_of_commit(*text) : std::nullopt;
    if (!tree)
      return fail(Code::kNotFound,
                  safe_text(source.where) + ": has no commit on " +
                      (source.branch.empty() ? "its branch" : safe_text(source.branch)));
    return Commit(std::move(*repository), *tree);
  }

  Result<std::string> read(const std::string& path, std::size_t most) {
    GitTreeEntry entry{.id = tree_, .folder = true};
    for (const auto& name : std::filesystem::path(path)) {
      const auto text = entry.folder
                            ? repository_.objects->read(entry.id, GitKind::kTree, kMostOfObject)
                            : std::nullopt;
      const GitTree tree = text ? parse_git_tree(*text) : GitTree();
      const auto found = tree.find(name.native());
      if (found == tree.end()) return fail(Code::kNotFound, safe_text(path) + ": is not committed");
      entry = found->second;
    }
    auto text =
        entry.file ? repository_.objects->read(entry.id, GitKind::kBlob, most) : std::nullopt;
    if (text) return std::move(*text);
    return fail(Code::kInvalid, safe_text(path) + ": is not a file, or larger than " +
                                    size_text(most) + ", or its object is missing");
  }

 private:
  static constexpr std::size_t kMostOfObject = std::size_t{1} << 20U;

  Commit(OpenRepository repository, std::string tree)
      : repository_(std::move(repository)), tree_(std::move(tree)) {}

  static std::string git_folder_of(const std::string& folder) {
    const std::string inside = folder + "/.git";
    return is_git_folder(inside) ? inside : folder;
  }

  OpenRepository repository_;
  std::string tree_;
};

Result<ReleaseTexts> from_git(const PolicySource& source) {
  auto commit = Commit::open(source);
  if (!commit) return forward(commit.error());
  return both(source.path, [&commit](const std::string& name, std::size_t most) {
    return commit->read(name, most);
  });
}

// --- https -----------------------------------------------------------------------------------

policy::WebAddress beside(policy::WebAddress address, const std::string& ending) {
  address.target.insert(std::min(address.target.find('?'), address.target.size()), ending);
  return address;
}

Result<ReleaseTexts> from_https(const PolicySource& source, const std::string& etag) {
  const auto address = policy::parse_web_address(source.where);
  if (!address) return forward(address.error());
  auto headers = headers_of(source.headers_file);
  if (!headers) return forward(headers.error());
  const auto get = [&](const policy::WebAddress& from, std::size_t most, const std::string& known) {
    return https_get({from, *headers, source.ca_file, most, known});
  };
  auto policy = get(*address, kMostOfPolicy, etag);
  if (!policy) return forward(policy.error());
  if (policy->unchanged) return ReleaseTexts{.unchanged = true, .etag = etag};
  auto signature = signature_beside("", [&](const std::string& ending, std::size_t most) {
    auto got = get(beside(*address, ending), most, "");
    return got ? Result<std::string>(std::move(got->body)) : forward(got.error());
  });
  if (!signature) return forward(signature.error());
  return ReleaseTexts{false, std::move(policy->body), std::move(*signature),
                      std::move(policy->etag)};
}

}  // namespace

Result<ReleaseTexts> texts_of(const PolicySource& source, const std::string& etag) {
  switch (source.kind) {
    case SourceKind::kHttps:
      return from_https(source, etag);
    case SourceKind::kGit:
      return from_git(source);
    case SourceKind::kFile:
      return both(source.where, read_file_of_anybody);
  }
  return fail(Code::kInternal, "no such source");
}

}  // namespace guard::supervisor
