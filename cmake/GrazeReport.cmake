# The page of reports: web/ is compiled into the room `report`. Its 3D view needs three.js and a bundler, which Debian has as packages
# (libjs-three, esbuild), so nothing is fetched. Without them reports hold the table and pictures.

find_program(GRAZE_ESBUILD esbuild DOC "Bundler of the 3D page of reports")
find_path(GRAZE_THREE_DIR NAMES three.module.js PATHS /usr/share/javascript/three DOC "Folder of three.js with its examples/jsm")

set(page_folder ${PROJECT_SOURCE_DIR}/web)
set(page_script ${PROJECT_BINARY_DIR}/page/page.js)
set(page_source ${PROJECT_BINARY_DIR}/page/page.cpp)
file(GLOB page_modules CONFIGURE_DEPENDS ${page_folder}/src/*.js)

if(GRAZE_ESBUILD AND GRAZE_THREE_DIR AND EXISTS ${GRAZE_THREE_DIR}/examples/jsm/controls/OrbitControls.js)
  message(STATUS "Reports: with the 3D view (${GRAZE_ESBUILD}, ${GRAZE_THREE_DIR})")
  add_custom_command(
    OUTPUT ${page_script}
    COMMAND ${GRAZE_ESBUILD} ${page_folder}/src/main.js --bundle --minify --format=iife --target=es2018 --charset=ascii
            --log-level=warning --legal-comments=none --alias:three=${GRAZE_THREE_DIR}/three.module.js
            --alias:three-jsm=${GRAZE_THREE_DIR}/examples/jsm --outfile=${page_script}
    DEPENDS ${page_modules} ${GRAZE_THREE_DIR}/three.module.js
    COMMENT "Bundling the page of reports")
else()
  message(WARNING "Reports will have a table and pictures but no 3D view: esbuild and libjs-three were not both found (tools/setup installs them)")
  file(WRITE ${page_script}.none "")
  add_custom_command(OUTPUT ${page_script} COMMAND ${CMAKE_COMMAND} -E copy ${page_script}.none ${page_script})
endif()

add_custom_command(
  OUTPUT ${page_source}
  COMMAND ${CMAKE_COMMAND} -D SCRIPT=${page_script} -D FOLDER=${page_folder} -D OUT=${page_source} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake
  DEPENDS ${page_script} ${page_folder}/page.html ${page_folder}/page.css ${page_folder}/three-license.txt
          ${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake
  COMMENT "Compiling the page of reports in")
target_sources(graze_layer_report PRIVATE ${page_source})
set_source_files_properties(${page_source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
