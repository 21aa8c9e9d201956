# What `cmake --install` leaves behind: headers, both libraries, the command, a CMake package and files for pkg-config.

include(CMakePackageConfigHelpers)

set(GRAZE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

# Components are what packages are made of: runtime, dev, tools, python, doc. The licence has a place of its own in most of them.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
if(TARGET graze_cli)
  install(TARGETS graze_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endif()

# Two export sets, so that users of the shared library need not have what only the static one links.
option(GRAZE_INSTALL_STATIC "Install the static library beside the shared one" ON)
set(GRAZE_HAS_STATIC ON)
if(TARGET graze_shared AND NOT GRAZE_INSTALL_STATIC)
  set(GRAZE_HAS_STATIC OFF)
else()
  set_target_properties(graze_static PROPERTIES EXPORT_NAME static)
  install(TARGETS graze_static EXPORT grazeStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  install(EXPORT grazeStaticTargets NAMESPACE graze:: DESTINATION ${GRAZE_PACKAGE_DIR} COMPONENT dev)
endif()
if(TARGET graze_shared)
  set_target_properties(graze_shared PROPERTIES EXPORT_NAME shared)
  install(TARGETS graze_shared EXPORT grazeSharedTargets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
  install(EXPORT grazeSharedTargets NAMESPACE graze:: DESTINATION ${GRAZE_PACKAGE_DIR} COMPONENT dev)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/grazeConfig.cmake.in ${PROJECT_BINARY_DIR}/grazeConfig.cmake
                              INSTALL_DESTINATION ${GRAZE_PACKAGE_DIR})
# Before 1.0 a minor version may break its callers.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake DESTINATION ${GRAZE_PACKAGE_DIR}
        COMPONENT dev)

set(GRAZE_PC_NEEDS "fmt >= 9 ${GRAZE_QHULL} expat minizip zlib")
if(GRAZE_THREADS STREQUAL "tbb")
  string(APPEND GRAZE_PC_NEEDS " tbb")
endif()
set(GRAZE_PC_OCCT "")
if(GRAZE_WITH_STEP)
  list(TRANSFORM GRAZE_OCCT_NAMES PREPEND " -l" OUTPUT_VARIABLE GRAZE_PC_OCCT)
  list(JOIN GRAZE_PC_OCCT "" GRAZE_PC_OCCT)
endif()
if(TARGET graze_shared AND GRAZE_HAS_STATIC)
  set(GRAZE_PC_REQUIRES_PRIVATE ${GRAZE_PC_NEEDS})
  set(GRAZE_PC_ARCHIVES "-Wl,--push-state,-Bstatic")
  set(GRAZE_PC_LIBS_PRIVATE "-Wl,--pop-state${GRAZE_PC_OCCT} -lstdc++ -pthread")
elseif(NOT TARGET graze_shared)  # what the archive needs is needed always
  set(GRAZE_PC_REQUIRES ${GRAZE_PC_NEEDS})
  set(GRAZE_PC_LIBS "${GRAZE_PC_OCCT} -lstdc++ -pthread")
endif()
# Relative to the file itself, so that an installed tree can be moved.
file(RELATIVE_PATH GRAZE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(pc IN ITEMS graze graze-link)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${pc}.pc.in ${PROJECT_BINARY_DIR}/${pc}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
