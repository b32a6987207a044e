// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_objects.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "supervisor/git/git_head.h"

namespace guard::supervisor {
namespace {

// The library must be of the same version as the headers: its interface changes with it.
constexpr const char* kLibrary = "libgit2.so." LIBGIT2_SOVERSION;

// Linked in, the library and the ten that it wants would cost every start 5 ms and more.
struct Library {
  void* handle = nullptr;
  decltype(&::git_odb_new) odb_new = nullptr;
  decltype(&::git_odb_free) odb_free = nullptr;
  decltype(&::git_odb_backend_pack) pack = nullptr;
  decltype(&::git_odb_backend_loose) loose = nullptr;
  decltype(&::git_odb_add_backend) add = nullptr;
  decltype(&::git_odb_exists) exists = nullptr;
  decltype(&::git_odb_exists_prefix) exists_prefix = nullptr;
  decltype(&::git_oid_fromstrn) oid_of_beginning = nullptr;
  decltype(&::git_odb_read_header) read_header = nullptr;
  decltype(&::git_odb_read) read = nullptr;
  decltype(&::git_odb_object_data) data = nullptr;
  decltype(&::git_odb_object_size) size = nullptr;
  decltype(&::git_odb_object_type) type = nullptr;
  decltype(&::git_odb_object_free) object_free = nullptr;
  decltype(&::git_oid_fromstr) oid_of = nullptr;
  decltype(&::git_oid_tostr) text_of = nullptr;
  decltype(&::git_odb_hash) hash = nullptr;
  bool complete = false;
};

template <class Function>
bool find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(handle, name));
  return function != nullptr;
}

// The cache would vouch for objects that are gone. Hashes are compared by default; it is said again
// here because everything rests on it.
bool set_up(void* handle) {
  decltype(&::git_libgit2_init) init = nullptr;
  decltype(&::git_libgit2_opts) options = nullptr;
  if (!find(handle, "git_libgit2_init", init) || !find(handle, "git_libgit2_opts", options))
    return false;
  return init() > 0 && options(GIT_OPT_ENABLE_CACHING, 0) == 0 &&
         options(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1) == 0;
}

Library load() {
  Library library;
  library.handle = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  void* const handle = library.handle;
  library.complete = handle != nullptr && find(handle, "git_odb_new", library.odb_new) &&
                     find(handle, "git_odb_free", library.odb_free) &&
                     find(handle, "git_odb_backend_pack", library.pack) &&
                     find(handle, "git_odb_backend_loose", library.loose) &&
                     find(handle, "git_odb_add_backend", library.add) &&
                     find(handle, "git_odb_exists", library.exists) &&
                     find(handle, "git_odb_exists_prefix", library.exists_prefix) &&
                     find(handle, "git_oid_fromstrn", library.oid_of_beginning) &&
                     find(handle, "git_odb_read_header", library.read_header) &&
                     find(handle, "git_odb_read", library.read) &&
                     find(handle, "git_odb_object_data", library.data) &&
                     find(handle, "git_odb_object_size", library.size) &&
                     find(handle, "git_odb_object_type", library.type) &&
                     find(handle, "git_odb_object_free", library.object_free) &&
                     find(handle, "git_oid_fromstr", library.oid_of) &&
                     find(handle, "git_oid_tostr", library.text_of) &&
                     find(handle, "git_odb_hash", library.hash) && set_up(handle);
  return library;
}

const Library& library() {
  static const Library loaded = load();  // never unloaded
  return loaded;
}

git_object_t type_of(GitKind kind) {
  if (kind == GitKind::kCommit) return GIT_OBJECT_COMMIT;
  if (kind == GitKind::kTag) return GIT_OBJECT_TAG;
  return kind == GitKind::kTree ? GIT_OBJECT_TREE : GIT_OBJECT_BLOB;
}

bool is_plain_file(int folder, const char* name) {
  struct stat status {};
  return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
}

// The library opens what it finds there: a FIFO would hold it, a link lead elsewhere.
bool holds_plain_files(UniqueFd folder) {
  DIR* const entries = ::fdopendir(folder.get());
  if (entries == nullptr) return false;
  const int fd = folder.release();
  bool plain = true;
  while (const dirent* entry = ::readdir(entries)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && !is_plain_file(fd, entry->d_name)) plain = false;
  }
  ::closedir(entries);
  return plain;
}

}  // namespace

struct GitObjects::Database {
  ~Database() {
    if (odb != nullptr) library().odb_free(odb);
  }
  git_odb* odb = nullptr;
};

GitObjects::GitObjects(UniqueFd folder) : folder_(std::move(folder)) {}
GitObjects::~GitObjects() = default;

// Packs that are there no more would go on being read: they are mapped. So all is opened anew when
// their folder has changed.
GitObjects::Database* GitObjects::database() {
  UniqueFd packs = open_plain_folder(folder_.get(), "pack");
  struct stat status {};
  if (!packs.valid() || ::fstat(packs.get(), &status) != 0) return nullptr;
  const timespec changed = status.st_ctim;
  const bool same =
      changed.tv_sec == packs_changed_.tv_sec && changed.tv_nsec == packs_changed_.tv_nsec;
  if (database_ && same) return database_.get();
  database_.reset();
  if (!library().complete || !holds_plain_files(std::move(packs))) return nullptr;
  auto made = std::make_unique<Database>();
  git_odb_backend* loose = nullptr;
  git_odb_backend* packed = nullptr;
  const std::string path = "/proc/self/fd/" + std::to_string(folder_.get());
  const bool opened = library().odb_new(&made->odb) == 0 &&
                      library().loose(&loose, path.c_str(), -1, 0, 0, 0) == 0 &&
                      library().add(made->odb, loose, 1) == 0 &&
                      library().pack(&packed, path.c_str()) == 0 &&
                      library().add(made->odb, packed, 2) == 0;
  if (!opened) return nullptr;
  packs_changed_ = changed;
  database_ = std::move(made);
  return database_.get();
}

// A loose object's name leads to a file of this very store, or to nothing.
bool GitObjects::is_plain(const std::string& id) const {
  const UniqueFd folder = open_plain_folder(folder_.get(), id.substr(0, 2).c_str());
  struct stat status {};
  if (!folder.valid())
    return ::fstatat(folder_.get(), id.substr(0, 2).c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0;
  const std::string name = id.substr(2);
  if (::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return true;
  return S_ISREG(status.st_mode);
}

bool GitObjects::has_library() {
  return library().complete;
}

bool GitObjects::has(const std::string& id) {
  git_oid oid;
  Database* const store = database();
  return store != nullptr && is_plain(id) && library().oid_of(&oid, id.c_str()) == 0 &&
         library().exists(store->odb, &oid) == 1;
}

std::optional<std::string> GitObjects::id_beginning_with(const std::string& digits) {
  git_oid beginning;
  git_oid whole;
  Database* const store = database();
  if (store == nullptr || digits.size() >= GIT_OID_HEXSZ ||
      library().oid_of_beginning(&beginning, digits.data(), digits.size()) != 0 ||
      library().exists_prefix(&whole, store->odb, &beginning, digits.size()) != 0)
    return std::nullopt;
  std::array<char, GIT_OID_HEXSZ + 1> id{};
  library().text_of(id.data(), id.size(), &whole);
  return std::string(id.data());
}

std::optional<std::string> GitObjects::id_of_blob(const std::string& content) {
  git_oid oid;
  std::array<char, GIT_OID_HEXSZ + 1> id{};
  if (!library().complete ||
      library().hash(&oid, content.data(), content.size(), GIT_OBJECT_BLOB) != 0)
    return std::nullopt;
  library().text_of(id.data(), id.size(), &oid);
  return std::string(id.data());
}

bool GitObjects::has_blob(const std::string& content) {
  const auto id = id_of_blob(content);
  return id && has(*id);
}

std::optional<std::string> GitObjects::read(const std::string& id, GitKind kind, std::size_t most) {
  git_oid oid;
  Database* const store = database();
  if (store == nullptr || !is_plain(id) || library().oid_of(&oid, id.c_str()) != 0)
    return std::nullopt;
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  if (library().read_header(&size, &type, store->odb, &oid) != 0 || type != type_of(kind) ||
      size > most)
    return std::nullopt;
  git_odb_object* object = nullptr;
  if (library().read(&object, store->odb, &oid) != 0) return std::nullopt;
  std::optional<std::string> content;
  if (library().type(object) == type_of(kind) && library().size(object) <= most)
    content.emplace(static_cast<const char*>(library().data(object)), library().size(object));
  library().object_free(object);
  return content;
}

}  // namespace guard::supervisor
