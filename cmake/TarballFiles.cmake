# CPack runs this over the files that it packs: it adds those that only the tarball has. guard's own file says
# which loader and which C library it needs.
set(guard_tree ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
execute_process(COMMAND readelf --wide --program-headers --version-info ${guard_tree}/bin/guard
                OUTPUT_VARIABLE guard_elf COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "program interpreter: ([^]\n]+)" guard_found "${guard_elf}")
set(LOADER ${CMAKE_MATCH_1})
string(REGEX MATCHALL "GLIBC_[0-9.]+" guard_versions "${guard_elf}")
list(SORT guard_versions COMPARE NATURAL)
list(POP_BACK guard_versions guard_newest)
string(REPLACE "GLIBC_" "" GLIBC ${guard_newest})
set(MACHINE ${CPACK_GUARD_MACHINE})
configure_file(${CPACK_GUARD_PACKAGING}/tarball/install.sh ${guard_tree}/install.sh @ONLY)
