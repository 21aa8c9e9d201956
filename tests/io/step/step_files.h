#pragma once
/// STEP files for tests, written by Open CASCADE. Lengths are in millimetres, whatever unit the file is in.

#ifdef GRAZE_WITH_STEP

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <BRepBuilderAPI_NurbsConvert.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <STEPControl_Controller.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Shape.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax1.hxx>
#include <gp_Trsf.hxx>

namespace graze::test {

struct StepFileOptions {
  std::string unit = "MM";         ///< as Open CASCADE calls it: MM, M, INCH
  std::string schema = "AP214IS";  ///< or AP203, AP242DIS
};

/// A document to fill and to write once.
class StepFile {
 public:
  StepFile() {
    Message::DefaultMessenger()->ChangePrinters().Clear();
    XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document_);
    shapes_ = XCAFDoc_DocumentTool::ShapeTool(document_->Main());
    colours_ = XCAFDoc_DocumentTool::ColorTool(document_->Main());
  }
  ~StepFile() { XCAFApp_Application::GetApplication()->Close(document_); }
  StepFile(const StepFile&) = delete;
  StepFile& operator=(const StepFile&) = delete;

  TDF_Label part(const std::string& name, const TopoDS_Shape& shape, const std::optional<Quantity_Color>& colour = {}) {
    const TDF_Label label = shapes_->AddShape(shape, false);
    TDataStd_Name::Set(label, TCollection_ExtendedString(name.c_str(), true));
    if (colour) colours_->SetColor(label, *colour, XCAFDoc_ColorSurf);
    return label;
  }
  TDF_Label assembly(const std::string& name) {
    const TDF_Label label = shapes_->NewShape();
    TDataStd_Name::Set(label, name.c_str());
    return label;
  }
  void use(const TDF_Label& assembly, const TDF_Label& part, const gp_Trsf& place) {
    shapes_->AddComponent(assembly, part, TopLoc_Location(place));
  }

  void write(const std::filesystem::path& path, const StepFileOptions& options = {}) {
    shapes_->UpdateAssemblies();
    STEPControl_Controller::Init();
    Interface_Static::SetCVal("write.step.unit", options.unit.c_str());
    Interface_Static::SetCVal("write.step.schema", options.schema.c_str());
    STEPCAFControl_Writer writer;
    writer.SetColorMode(true);
    writer.SetNameMode(true);
    writer.Transfer(document_, STEPControl_AsIs);
    writer.Write(path.c_str());
  }

 private:
  Handle(TDocStd_Document) document_;
  Handle(XCAFDoc_ShapeTool) shapes_;
  Handle(XCAFDoc_ColorTool) colours_;
};

inline gp_Trsf moved(double x, double y, double z) {
  gp_Trsf place;
  place.SetTranslation(gp_Vec(x, y, z));
  return place;
}

inline gp_Trsf turned_about_z(double angle) {
  gp_Trsf place;
  place.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), angle);
  return place;
}

inline void write_part(const std::filesystem::path& path, const TopoDS_Shape& shape, const StepFileOptions& options = {}) {
  StepFile file;
  file.part("part", shape);
  file.write(path, options);
}

}  // namespace graze::test

#endif
