# Run by CPack over what it packs: zsh looks for completions in vendor-completions on Debian alone.
set(guard_zsh ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share/zsh)
file(RENAME ${guard_zsh}/vendor-completions ${guard_zsh}/site-functions)
