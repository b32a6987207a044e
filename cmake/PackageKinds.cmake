# Read by CPack once for each kind of package: what differs between them.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_INSTALL_SCRIPTS ${CPACK_GUARD_KINDS}/DebianFiles.cmake)
elseif(CPACK_GENERATOR STREQUAL "RPM")
  set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_GUARD_KINDS}/ZshFolder.cmake)
elseif(CPACK_GENERATOR STREQUAL "TGZ")
  # To be unpacked anywhere: guard looks for its own files from where it lies.
  set(CPACK_PACKAGING_INSTALL_PREFIX "")
  set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_PACKAGE_FILE_NAME ${CPACK_GUARD_FILE_NAME})
  set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_GUARD_KINDS}/ZshFolder.cmake ${CPACK_GUARD_KINDS}/TarballFiles.cmake)
endif()
