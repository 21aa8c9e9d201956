# What `cmake --install` leaves behind: headers, both libraries, the command, a CMake package and a pkg-config file.

include(CMakePackageConfigHelpers)

set(GRAZE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS graze_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Two export sets, so that users of the shared library need not have what only the static one links.
set_target_properties(graze_static PROPERTIES EXPORT_NAME static)
install(TARGETS graze_static EXPORT grazeStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT grazeStaticTargets NAMESPACE graze:: DESTINATION ${GRAZE_PACKAGE_DIR})
if(TARGET graze_shared)
  # Hidden visibility does not reach templates of libraries that mark their own namespaces visible (std, fmt): the script does.
  target_link_options(graze_shared PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/graze.map)
  set_target_properties(graze_shared PROPERTIES EXPORT_NAME shared LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/graze.map)
  install(TARGETS graze_shared EXPORT grazeSharedTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT grazeSharedTargets NAMESPACE graze:: DESTINATION ${GRAZE_PACKAGE_DIR})
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/grazeConfig.cmake.in ${PROJECT_BINARY_DIR}/grazeConfig.cmake
                              INSTALL_DESTINATION ${GRAZE_PACKAGE_DIR})
# Before 1.0 a minor version may break its callers.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake DESTINATION ${GRAZE_PACKAGE_DIR})

set(GRAZE_PC_REQUIRES_PRIVATE "fmt >= 9 qhull_r expat minizip zlib")
if(GRAZE_THREADS STREQUAL "tbb")
  string(APPEND GRAZE_PC_REQUIRES_PRIVATE " tbb")
endif()
# Relative to the file itself, so that an installed tree can be moved.
file(RELATIVE_PATH GRAZE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/graze.pc.in ${PROJECT_BINARY_DIR}/graze.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graze.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
