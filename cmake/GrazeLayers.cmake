# One object library a layer, in the order of layers.txt, so that the tests of a layer build without the layers above it.

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/layers.txt layer_lines REGEX "^[a-z]+:")
set(GRAZE_LAYERS "")
foreach(line IN LISTS layer_lines)
  string(REGEX MATCH "^([a-z]+):(.*)$" _ "${line}")
  set(layer ${CMAKE_MATCH_1})
  separate_arguments(below UNIX_COMMAND "${CMAKE_MATCH_2}")
  list(APPEND GRAZE_LAYERS ${layer})
  set(GRAZE_BELOW_${layer} ${below})
endforeach()

# The objects of the layers, for a library or a test to link.
function(graze_layer_objects out)
  set(objects "")
  foreach(layer IN LISTS ARGN)
    if(TARGET graze_layer_${layer})
      list(APPEND objects $<TARGET_OBJECTS:graze_layer_${layer}>)
    endif()
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# Kernels in lanes: -O3 (-O2 is 1.3 to 1.8 times slower), and one source file for each instruction set, chosen from at run time.
function(graze_kernel_flags)
  foreach(source IN LISTS ARGN)
    if(source MATCHES "_lanes_[a-z0-9]+\\.cpp$")
      if(NOT GRAZE_SANITIZE)  # instrumented and unrolled, these files take minutes
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -O3)
      endif()
      set_property(SOURCE ${source} PROPERTY SKIP_PRECOMPILE_HEADERS ON)  # precompiled for other flags
    endif()
    if(source MATCHES "ray_quick_lanes_")  # what is scalar there g++ would pack in pairs, and wait for the shuffles: 5 to 8 % of a hit
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -fno-tree-slp-vectorize)
    endif()
    if(source MATCHES "_avx2\\.cpp$" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -mavx2)
      if(source MATCHES "(_overlap|box_gap|triangle_triangle)_lanes_avx2\\.cpp$")  # bounds with room for every rounding: one less does no harm
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -mfma -ffp-contract=fast)
      elseif(source MATCHES "ray(_quick)?_lanes_avx2\\.cpp$")  # simd/fused.h says where
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -mfma)
      endif()
    endif()
  endforeach()
endfunction()

function(graze_add_layer layer)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/graze/${layer}/*.cpp)
  if(NOT sources)
    return()
  endif()
  graze_kernel_flags(${sources})
  add_library(graze_layer_${layer} OBJECT ${sources})
  set_target_properties(graze_layer_${layer} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(graze_layer_${layer} PUBLIC ${PROJECT_SOURCE_DIR})
  target_include_directories(graze_layer_${layer} SYSTEM PRIVATE ${FAST_FLOAT_INCLUDE_DIR} ${Boost_INCLUDE_DIRS})
  target_link_libraries(graze_layer_${layer} PUBLIC ${GRAZE_PUBLIC_LIBRARIES} PRIVATE graze_flags ${GRAZE_PRIVATE_LIBRARIES}
                                                                                       nlohmann_json::nlohmann_json)
  if(GRAZE_THREADS STREQUAL "tbb")
    target_compile_definitions(graze_layer_${layer} PRIVATE GRAZE_WITH_TBB=1)
  endif()
  graze_precompile(graze_layer_${layer} GROUP layers HEADERS <Eigen/Core> <Eigen/Geometry> <tl/expected.hpp> <fmt/format.h>
                                                             <nlohmann/json.hpp> <algorithm> <filesystem>)
endfunction()

function(graze_configure_library target)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PUBLIC ${GRAZE_PUBLIC_LIBRARIES} PRIVATE ${GRAZE_PRIVATE_LIBRARIES} $<BUILD_INTERFACE:graze_flags>)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME graze VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
endfunction()

# graze_static, and graze_shared where asked for; graze::graze is the static one inside this build.
macro(graze_add_library)
  foreach(layer IN LISTS GRAZE_LAYERS)
    graze_add_layer(${layer})
  endforeach()
  graze_layer_objects(graze_all_objects ${GRAZE_LAYERS})
  add_library(graze_static STATIC ${graze_all_objects})
  graze_configure_library(graze_static)
  add_library(graze::graze ALIAS graze_static)
  if(GRAZE_BUILD_SHARED)
    add_library(graze_shared SHARED ${graze_all_objects})
    graze_configure_library(graze_shared)
  endif()
endmacro()
