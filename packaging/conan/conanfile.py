"""Conan 2 recipe of the checkout that it lies in: conan create packaging/conan."""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.gnu import PkgConfigDeps

required_conan_version = ">=2.0"
SOURCES = ("CMakeLists.txt", "LICENSE", "apps/*", "cmake/*", "include/*", "src/*", "web/*")


class GrazeConan(ConanFile):
    name = "graze"
    description = "Collision detection between meshes and solids, still or moving, that does not miss a contact"
    license = "BSL-1.0"
    topics = ("collision-detection", "geometry", "exact-arithmetic", "continuous-collision-detection")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "tools": [True, False], "with_tbb": [True, False]}
    default_options = {"shared": False, "fPIC": True, "tools": False, "with_tbb": True, "boost/*:header_only": True, "qhull/*:reentrant": True}

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "..", "..", "CMakeLists.txt"))
        self.version = re.search(r"project\(graze VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in SOURCES:
            copy(self, pattern, root, self.export_sources_folder)

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")

    def requirements(self):
        self.requires("eigen/[>=3.4 <3.5]", transitive_headers=True)
        self.requires("tl-expected/[>=1.0 <2]", transitive_headers=True)
        self.requires("boost/[>=1.74 <2]")
        self.requires("expat/[>=2.5 <3]")
        self.requires("fast_float/[>=3.4 <9]")
        self.requires("fmt/[>=9 <13]")
        self.requires("minizip/[>=1.2.11 <2]")
        self.requires("nlohmann_json/[>=3.11 <4]")
        self.requires("qhull/[>=8.0 <9]")
        self.requires("zlib/[>=1.2.13 <2]")
        if self.options.with_tbb:
            self.requires("onetbb/[>=2021 <2023]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()  # minizip is found by pkg-config
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["GRAZE_BUILD_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["GRAZE_INSTALL_STATIC"] = not self.options.shared
        toolchain.cache_variables["GRAZE_BUILD_APPS"] = bool(self.options.tools)
        toolchain.cache_variables["GRAZE_UNITY"] = True
        toolchain.cache_variables["GRAZE_THREADS"] = "tbb" if self.options.with_tbb else "std"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in (("lib", "cmake"), ("lib", "pkgconfig"), ("share", "doc")):  # Conan writes its own
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.libs = ["graze"]
        self.cpp_info.set_property("cmake_file_name", "graze")
        self.cpp_info.set_property("cmake_target_name", "graze::graze")
        self.cpp_info.set_property("pkg_config_name", "graze")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread", "m"]
