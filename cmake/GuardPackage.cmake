# CPack: a .deb, an .rpm and a tarball of what is installed. `./dev package` makes them of the release
# build. PackageKinds.cmake has the differences between the three.
include(GNUInstallDirs)
set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/PackageKinds.cmake)
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
# Without libgit2 guard knows less of what git has (docs/decisions/0017-what-git-has.md), and takes for build output what
# another session made git forget.
string(REGEX MATCH "^[0-9]+\\.[0-9]+" guard_git2_soversion "${GIT2_VERSION}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "git, man-db, bash-completion")
# For TLS alone, and loaded then (docs/decisions/0007-static-libraries.md). Since Debian 13 its name ends in t64.
string(REGEX MATCH "^[0-9]+" guard_ssl_soversion "${OPENSSL_VERSION}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libssl${guard_ssl_soversion} | libssl${guard_ssl_soversion}t64, libgit2-${guard_git2_soversion}")
set(CPACK_DEBIAN_PACKAGE_CONFLICTS ruby-guard)  # has a /usr/bin/guard too

set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE Apache-2.0)
set(CPACK_RPM_PACKAGE_GROUP Applications/System)
set(CPACK_RPM_PACKAGE_CONFLICTS rubygem-guard)
# Everything is built and stripped already, and what a start links is measured (docs/decisions/0007).
# CPack of CMake 3.25 passes no Recommends on: what it puts among the definitions stands in the preamble.
set(CPACK_RPM_SPEC_MORE_DEFINE
    "%define _build_id_links none\n%define __strip /bin/true\nRecommends: libssl.so.${guard_ssl_soversion}()(64bit)\nRecommends: libgit2.so.${guard_git2_soversion}()(64bit)")

set(CPACK_GUARD_KINDS ${CMAKE_SOURCE_DIR}/cmake)
set(CPACK_GUARD_PACKAGING ${CMAKE_SOURCE_DIR}/packaging)
set(CPACK_GUARD_MACHINE ${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_GUARD_FILE_NAME guard-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
include(CPack)
