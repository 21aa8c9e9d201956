# Compiler flags shared by every target of ours, as the interface target graze_flags.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_library(graze_flags INTERFACE)
target_compile_features(graze_flags INTERFACE cxx_std_20)
# Exact predicates and reproducible bits need every rounding to happen where it is written.
target_compile_options(graze_flags INTERFACE -ffp-contract=off)
target_compile_options(graze_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
                                             -Woverloaded-virtual -Wnull-dereference -Wdouble-promotion)
if(GRAZE_WERROR)
  target_compile_options(graze_flags INTERFACE -Werror)
endif()
if(GRAZE_ASSERTS)
  target_compile_options(graze_flags INTERFACE -UNDEBUG)
endif()
if(GRAZE_SANITIZE)
  target_compile_options(graze_flags INTERFACE -fsanitize=${GRAZE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
  target_link_options(graze_flags INTERFACE -fsanitize=${GRAZE_SANITIZE})
endif()
if(GRAZE_COVERAGE)
  target_compile_options(graze_flags INTERFACE --coverage)
  target_link_options(graze_flags INTERFACE --coverage)
endif()
