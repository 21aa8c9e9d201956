#pragma once
/// graze demo --gallery: four small stories as reports and pictures, each found by graze through its public headers.

#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/report.h>

namespace graze::cli {

struct GalleryPiece {
  std::string name;  ///< of its files, without the ending
  ReportData report;
  ImageOptions image{};
};

/// Two gears whose ratio is slightly wrong turn until they bind.
[[nodiscard]] Result<GalleryPiece> binding_gears();
/// A robot arm swings past a thin post: poses sixty times a second do not touch it, the swing does.
[[nodiscard]] Result<GalleryPiece> swinging_arm();
/// A plate tumbles through a slot in a wall without touching it.
[[nodiscard]] Result<GalleryPiece> plate_through_slot();
/// A bumpy ball flies at a torus: the scene of graze demo.
[[nodiscard]] Result<GalleryPiece> ball_on_torus();

/// Writes NAME.html and NAME.png of all of them into a folder, which is made where it is not there. The files, in order.
[[nodiscard]] Result<std::vector<std::string>> write_gallery(const std::string& folder);

}  // namespace graze::cli
