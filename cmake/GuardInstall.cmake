# The places where `cmake --install` puts things: the program, its manual pages and completions (both printed by
# the program itself), the schema of policy files, docs and examples. The shipped policy is compiled
# into the program. Included after everything that it installs.
include(GNUInstallDirs)
set(guard_share ${CMAKE_BINARY_DIR}/share)
if(EXISTS /etc/debian_version)
  set(guard_zsh_folder zsh/vendor-completions)
else()
  set(guard_zsh_folder zsh/site-functions)
endif()
set(GUARD_ZSH_COMPLETIONS ${guard_zsh_folder} CACHE STRING "Where zsh looks, below the data folder")

set(guard_writes_share ${CMAKE_SOURCE_DIR}/cmake/WriteShare.cmake)
set(guard_examples_of ${CMAKE_SOURCE_DIR}/docs/policy.md ${CMAKE_SOURCE_DIR}/docs/ci.md)
add_custom_command(
  OUTPUT ${guard_share}/written
  COMMAND ${CMAKE_COMMAND} -DGUARD=$<TARGET_FILE:guard> -DSHARE=${guard_share}
          -DPACKAGING=${CMAKE_SOURCE_DIR}/packaging -DDOCS=${CMAKE_SOURCE_DIR}/docs
          -P ${guard_writes_share}
  DEPENDS guard ${guard_writes_share} ${guard_examples_of} ${CMAKE_SOURCE_DIR}/packaging/changelog
  COMMENT "Writing manual pages, completions, schema and examples"
  VERBATIM)
add_custom_target(guard_share ALL DEPENDS ${guard_share}/written)

install(TARGETS guard RUNTIME)
# guard looks for the parts of the preload backend in ../lib/guard, seen from its own folder.
install(TARGETS guard_preload guard_spawn guard_relay LIBRARY DESTINATION lib/guard RUNTIME DESTINATION lib/guard)
install(DIRECTORY ${guard_share}/man/compressed/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${guard_share}/completions/guard
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${guard_share}/completions/_guard
        DESTINATION ${CMAKE_INSTALL_DATADIR}/${GUARD_ZSH_COMPLETIONS})
install(FILES ${guard_share}/completions/guard.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${guard_share}/policy.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/guard)
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/packaging/copyright
              ${guard_share}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md" PATTERN tour EXCLUDE)
install(DIRECTORY ${guard_share}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/packaging/sigma ${CMAKE_SOURCE_DIR}/packaging/falco
        DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The libraries that are linked into the program want their authors named (packaging/copyright).
foreach(package libyaml-cpp-dev libsqlite3-dev libssl-dev zlib1g-dev libtree-sitter-dev libncurses-dev libboost-dev
                libspdlog-dev libfmt-dev nlohmann-json3-dev libexpected-dev libjs-chart.js)
  install(FILES /usr/share/doc/${package}/copyright RENAME ${package}
          DESTINATION ${CMAKE_INSTALL_DOCDIR}/third-party OPTIONAL)
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/tree-sitter-bash/node_modules/tree-sitter-bash/LICENSE RENAME tree-sitter-bash
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/third-party OPTIONAL)
