# CPack: a .deb of what is installed. `./dev package` makes one of the release build.
include(GNUInstallDirs)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME guard)
set(CPACK_PACKAGE_VENDOR "the guard maintainers")
set(CPACK_PACKAGE_CONTACT "the guard maintainers <maintainers@guard.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "puts a person between an agent and the damage it can do")
set(CPACK_PACKAGE_DESCRIPTION
"Starts any program (an AI coding agent, a shell, a CI job), sees every program
that it starts and every destructive thing that those do to files, network and
system, judges each act against a YAML policy, and holds the risky ones until a
person answers. What a session changes is saved and can be given back, and all
that was decided is on record.
.
The program needs no changes; guard needs no daemon and no root.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Without it guard holds all the same: it only knows less of what git has (docs/decisions/0017-what-git-has.md).
string(REGEX MATCH "^[0-9]+\\.[0-9]+" guard_git2_soversion "${GIT2_VERSION}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "git, libgit2-${guard_git2_soversion}, man-db, bash-completion")
set(CPACK_DEBIAN_PACKAGE_CONFLICTS ruby-guard)  # has a /usr/bin/guard too

# Of Debian alone, so not for `cmake --install`.
set(CPACK_INSTALL_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/DebianFiles.cmake)
set(CPACK_GUARD_OVERRIDES ${CMAKE_SOURCE_DIR}/packaging/lintian-overrides)
include(CPack)
