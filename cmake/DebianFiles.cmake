# Run by CPack, with DESTDIR set to what it packs: what only a .deb has.
file(INSTALL ${CPACK_GUARD_PACKAGING}/lintian-overrides RENAME guard
     DESTINATION ${CPACK_PACKAGING_INSTALL_PREFIX}/share/lintian/overrides)
