# Builds for 64-bit ARM with Debian's cross compiler, against the libraries that tools/arm64 unpacks, and runs what is built under qemu.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(graze_arm64_root ${CMAKE_CURRENT_LIST_DIR}/../build/arm64-libraries)
cmake_path(ABSOLUTE_PATH graze_arm64_root NORMALIZE)
set(graze_arm64_libraries ${graze_arm64_root}/usr/lib/aarch64-linux-gnu)

set(CMAKE_FIND_ROOT_PATH ${graze_arm64_root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
# Libraries that are headers only are the same everywhere: Eigen, Boost, fast_float and others are those of this machine.
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
set(ENV{PKG_CONFIG_LIBDIR} ${graze_arm64_libraries}/pkgconfig:/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${graze_arm64_root})
# How GCC passes pairs of doubles changed with 10.1, which is older than all that is linked here: it says so in every file.
set(CMAKE_CXX_FLAGS_INIT -Wno-psabi)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${graze_arm64_libraries} -Wl,-rpath-link,${graze_arm64_libraries}:${graze_arm64_root}/lib/aarch64-linux-gnu")
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${CMAKE_EXE_LINKER_FLAGS_INIT})

# The C library, too, is the unpacked one.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static;-L;${graze_arm64_root})
