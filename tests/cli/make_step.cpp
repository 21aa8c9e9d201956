/// Writes the STEP files that step_test.py asks about: make_step FOLDER.

#include "io/step/step_files.h"

int main(int argc, char** argv) {
  using namespace graze::test;
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  write_part(folder / "ball.step", BRepPrimAPI_MakeSphere(10).Shape());
  write_part(folder / "inch.stp", BRepPrimAPI_MakeBox(25.4, 25.4, 25.4).Shape(), {.unit = "INCH"});
  StepFile file;
  const TDF_Label ball = file.part("ball", BRepPrimAPI_MakeSphere(10).Shape(), Quantity_Color(1, 0, 0, Quantity_TOC_RGB));
  const TDF_Label plate = file.part("plate <b>", BRepPrimAPI_MakeBox(gp_Pnt(-50, -50, -2), 100, 100, 2).Shape());
  const TDF_Label all = file.assembly("all");
  file.use(all, plate, {});
  file.use(all, ball, moved(0, 0, 10.001));  // a gap of 0.001 under it
  file.use(all, ball, moved(30, 0, 11));     // a gap of 1
  file.use(all, ball, moved(-30, 0, 9));     // in the plate
  file.write(folder / "all.step");
  return 0;
}
