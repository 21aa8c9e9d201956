/// Reads STEP text through Open CASCADE and walks the assembly.

#include "io/step/cad_document.h"

#ifdef GRAZE_WITH_STEP

#include <istream>
#include <map>
#include <streambuf>

#include <fmt/format.h>

#include <IFSelect_ReturnStatus.hxx>
#include <Interface_CheckIterator.hxx>
#include <Interface_InterfaceModel.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPControl_Controller.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

namespace graze::io {
namespace {

/// Bytes that are in memory already, as a stream.
class ByteBuffer : public std::streambuf {
 public:
  explicit ByteBuffer(std::string_view bytes) {
    char* begin = const_cast<char*>(bytes.data());  // streambuf takes no const; nothing is put back
    setg(begin, begin, begin + bytes.size());
  }
};

/// Open CASCADE reports on standard output unless its printers are taken away.
void silence() {
  Message::DefaultMessenger()->ChangePrinters().Clear();
  STEPControl_Controller::Init();
  Interface_Static::SetCVal("xstep.cascade.unit", "MM");
}

/// The first failure of a list, by the number of its entity.
std::string first_failure(const Interface_CheckIterator& checks, const Handle(Interface_InterfaceModel) & model) {
  for (Interface_CheckIterator at = checks; at.More(); at.Next()) {
    const Handle(Interface_Check)& check = at.Value();
    if (!check->HasFailed()) continue;
    const int number = check->HasEntity() ? model->Number(check->Entity()) : at.Number();
    const std::string which = number > 0 ? fmt::format("entity {}: ", model->StringLabel(model->Value(number))->ToCString()) : "";
    return which + check->CFail(1);
  }
  return {};
}

std::string load(STEPCAFControl_Reader& reader, std::string_view bytes) {
  ByteBuffer buffer(bytes);
  std::istream stream(&buffer);
  if (reader.ChangeReader().ReadStream("file.step", stream) != IFSelect_RetDone)
    return "is no STEP file that can be read: damaged, or cut short";
  const Handle(Interface_InterfaceModel) model = reader.ChangeReader().Model();
  if (model.IsNull() || model->NbEntities() == 0) return "holds no entities: damaged, or cut short";
  return first_failure(reader.ChangeReader().WS()->ModelCheckList(Standard_False), model);
}

std::string label_name(const TDF_Label& label) {
  Handle(TDataStd_Name) name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
  return TCollection_AsciiString(name->Get()).ToCString();  // UTF-8
}

/// What Open CASCADE calls a use of a part that has no name of its own.
bool is_made_up(const std::string& name) { return name.empty() || name.starts_with("=>[") || name.starts_with("NAUO"); }

class Walker {
 public:
  Walker(const Handle(TDocStd_Document) & document, std::size_t max_instances)
      : shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())),
        colours_(XCAFDoc_DocumentTool::ColorTool(document->Main())),
        max_instances_(max_instances) {}

  CadDocument walk() {
    TDF_LabelSequence free;
    shapes_->GetFreeShapes(free);
    for (int i = 1; i <= free.Length(); ++i) visit(free.Value(i), {}, {}, {}, {});
    return std::move(found_);
  }

 private:
  using Colour = std::optional<Quantity_Color>;

  Colour own_colour(const TDF_Label& label) const {
    Quantity_Color colour;
    for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen})
      if (colours_->GetColor(label, type, colour)) return colour;
    return {};
  }

  /// Of the part, or of the first of its faces and solids that has one.
  Colour part_colour(const TDF_Label& label) const {
    if (const Colour own = own_colour(label)) return own;
    TDF_LabelSequence inside;
    shapes_->GetSubShapes(label, inside);
    for (int i = 1; i <= inside.Length(); ++i)
      if (const Colour own = own_colour(inside.Value(i))) return own;
    return {};
  }

  /// The colour of a use comes before that of the part, which comes before that of the assembly it is in.
  void visit(const TDF_Label& label, const gp_Trsf& place, const Colour& of_use, const Colour& around, const std::string& use) {
    if (!found_.trouble.empty()) return;
    if (!shapes_->IsAssembly(label)) return add_part(label, place, of_use, around, use);
    const Colour own = of_use ? of_use : own_colour(label);
    TDF_LabelSequence components;
    shapes_->GetComponents(label, components);
    for (int i = 1; i <= components.Length(); ++i) {
      const TDF_Label component = components.Value(i);
      TDF_Label part;
      if (!shapes_->GetReferredShape(component, part)) continue;
      const gp_Trsf there = place * shapes_->GetLocation(component).Transformation();
      visit(part, there, own_colour(component), own ? own : around, label_name(component));
    }
  }

  void add_part(const TDF_Label& label, const gp_Trsf& place, const Colour& of_use, const Colour& around, const std::string& use) {
    const TopoDS_Shape shape = shapes_->GetShape(label);
    if (shape.IsNull() || !TopExp_Explorer(shape, TopAbs_FACE).More()) {
      ++found_.without_faces;
      return;
    }
    if (found_.instances.size() >= max_instances_) {
      found_.trouble = fmt::format("uses parts more often than {} times", max_instances_);
      return;
    }
    const auto [entry, is_new] = numbers_.try_emplace(label, found_.shapes.size());
    if (is_new) found_.shapes.push_back(shape);
    const std::string part = label_name(label);
    const Colour colour = of_use ? of_use : part_colour(label);
    found_.instances.push_back({is_made_up(part) && !is_made_up(use) ? use : part, entry->second, place, colour ? colour : around});
  }

  struct Before {
    bool operator()(const TDF_Label& a, const TDF_Label& b) const {
      TCollection_AsciiString x, y;
      TDF_Tool::Entry(a, x);
      TDF_Tool::Entry(b, y);
      return x.IsLess(y);
    }
  };

  Handle(XCAFDoc_ShapeTool) shapes_;
  Handle(XCAFDoc_ColorTool) colours_;
  std::size_t max_instances_;
  std::map<TDF_Label, std::size_t, Before> numbers_;
  CadDocument found_;
};

void read_only_shapes(STEPCAFControl_Reader& reader) {
  reader.SetNameMode(true);
  reader.SetColorMode(true);
  reader.SetLayerMode(false);
  reader.SetPropsMode(false);
  reader.SetGDTMode(false);
  reader.SetMatMode(false);
  reader.SetViewMode(false);
}

}  // namespace

CadUnits cad_units(std::string_view bytes) {
  silence();
  STEPCAFControl_Reader reader;
  CadUnits units{{}, load(reader, bytes)};
  if (!units.trouble.empty()) return units;
  TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
  reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
  for (int i = 1; i <= lengths.Length(); ++i) units.names.emplace_back(lengths.Value(i).ToCString());
  return units;
}

CadDocument read_cad_document(std::string_view bytes, std::size_t max_instances) {
  silence();
  STEPCAFControl_Reader reader;
  read_only_shapes(reader);
  CadDocument none{{}, {}, 0, load(reader, bytes)};
  if (!none.trouble.empty()) return none;
  Handle(TDocStd_Document) document;
  const Handle(XCAFApp_Application) application = XCAFApp_Application::GetApplication();
  application->NewDocument("BinXCAF", document);
  const bool is_read = reader.Transfer(document);
  const Handle(XSControl_WorkSession) session = reader.ChangeReader().WS();
  // A face that is left out is a contact that is missed.
  none.trouble = first_failure(session->TransferReader()->TransientProcess()->CheckList(Standard_False), session->Model());
  if (none.trouble.empty() && !is_read) none.trouble = "holds no shapes";
  CadDocument found = none.trouble.empty() ? Walker(document, max_instances).walk() : none;
  application->Close(document);
  return found;
}

}  // namespace graze::io

#endif
