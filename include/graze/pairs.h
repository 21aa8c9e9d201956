#pragma once
/// Which triangles of two meshes, or of one, meet, are near or touch first; and the boxes of their trees down to a depth.
/// Meshes are surfaces here. Where one of two bodies may be a shape that is no mesh, it counts as one piece with the number 0;
/// else, and for two such shapes, the answer is ErrorCode::unsupported_pair.

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze {

/// The triangles of two meshes that are at most `distance` apart at time 0, exactly; of a mesh and any shape likewise, as far as
/// distances from it are exact, and exactly those that meet where the distance is 0.
[[nodiscard]] GRAZE_API Result<TrianglePairs> pairs_within(const Body& a, const Body& b, double distance,
                                                           const PairsOptions& options = {});

/// All triangles of two meshes that meet at time 0, sorted, in place of what was in `pairs`; as intersection() lists them. The
/// buffer is the caller's and keeps the capacity it once needed, so that asking again allocates nothing. Returns their number.
[[nodiscard]] GRAZE_API Result<std::size_t> intersecting_pairs(const Body& a, const Body& b, std::vector<TrianglePair>& pairs);

/// All triangles of two meshes that touch when the meshes first do, under constant velocities over [0, t_max]; nothing when they
/// never meet. Pairs belong to the same instant exactly, not within a tolerance; with a shape that is not bounded by planes, in
/// doubles.
[[nodiscard]] GRAZE_API Result<std::optional<FirstContacts>> first_contacts(const Body& a, const Body& b,
                                                                            const FirstContactsOptions& options = {});

/// All pairs of triangles of one mesh that meet in more than what they share, the smaller number first. They share the corners with
/// equal coordinates, whatever their numbers are, and what these span: nothing, a corner, an edge. So neighbours in one surface do
/// not count, and do when they are folded onto each other or when one of them pierces the other beside the shared corner; triangles
/// with the same three corners always count. Decided exactly, for triangles without area too.
[[nodiscard]] GRAZE_API Result<TrianglePairs> self_intersection(const Body& mesh, const PairsOptions& options = {});

/// Whether there is one: stops at the first.
[[nodiscard]] GRAZE_API Result<bool> intersects_itself(const Body& mesh);

/// Does anything of two meshes meet in [0, t_max], searched only to a depth of their trees? The collision system of [Eberly00 §7]:
/// a search ends at the triangles of a leaf (or its box: BuildOptions::box_leaves) or, where the limit of its tree stops it, at a
/// box, whichever comes first, and answers on what it ended at: with a limit, "they meet" says that boxes do, which hold all
/// triangles and more; "they do not" is certain. Which boxes there are follows from how trees are built, and may change with it.
/// Without limits the answers are exact.
[[nodiscard]] GRAZE_API Result<bool> overlap_to_depth(const Body& a, const Body& b, const DepthOptions& options = {});

/// Calls on_contact(contact) -> bool, "go on?", for all parts that meet in [0, t_max] and whose boxes all the way up do, each pair
/// of parts once; in the order of the trees, not of time. False if on_contact ended the search.
[[nodiscard]] GRAZE_API Result<bool> contacts_to_depth(const Body& a, const Body& b, const DepthOptions& options,
                                                       const std::function<bool(const DepthContact&)>& on_contact);

/// The outward normal, at the point or straight below it, of the ellipsoid with the box' axes and half extents: unit. Of a flat box
/// that of its flat side; at the centre the shortest axis.
[[nodiscard]] GRAZE_API Vec3 smoothed_normal(const Obb& box, const Vec3& point);

}  // namespace graze
