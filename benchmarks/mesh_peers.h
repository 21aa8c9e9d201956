#pragma once
/// Queries on meshes by other libraries, each only where it was found. What they are given stays alive while benchmarks run.

#include "mesh_cases.h"

namespace graze::bench {

void register_cgal_mesh(const MeshCase& mesh);
void register_embree_mesh(const MeshCase& mesh);
void register_fcl_mesh(const MeshCase& mesh);
void register_fcl_pair(const MeshPairCase& pair);

}  // namespace graze::bench
