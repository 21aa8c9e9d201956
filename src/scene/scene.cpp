/// Adds, removes and changes the bodies of a scene.

#include <graze/scene.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/course.h"
#include "scene/scene_data.h"

namespace graze {

using namespace scenes;

Result<void> scenes::check_id(const Scene::Data& data, BodyId id) {
  const bool was_there =
      id.index < data.records.size() && id.generation > 0 && id.generation <= data.records[id.index].id.generation;
  if (was_there && data.records[id.index].id == id && data.records[id.index].is_alive) return {};
  return fail(ErrorCode::bad_option, fmt::format("body {}/{}: {}", id.index, id.generation,
                                                 was_there ? "was removed from the scene" : "not in the scene"));
}

bool scenes::may_meet(const Record& a, const Record& b) {
  const SceneBody& in_a = a.given;
  const SceneBody& in_b = b.given;
  if ((in_a.group & in_b.mask) == 0 || (in_b.group & in_a.mask) == 0) return false;
  return a.excluded.empty() || !std::binary_search(a.excluded.begin(), a.excluded.end(), b.id.index);
}

namespace {

/// The record of a body that is there.
Result<Record*> record_at(Scene::Data& data, BodyId id) {
  return check_id(data, id).map([&] { return &data.records[id.index]; });
}

/// Two different bodies that are there.
Result<void> check_pair(const Scene::Data& data, BodyId a, BodyId b) {
  if (const auto ok = check_id(data, a); !ok) return ok;
  if (const auto ok = check_id(data, b); !ok) return ok;
  if (a == b) return fail(ErrorCode::bad_option, fmt::format("body {}/{}: no pair with itself", a.index, a.generation));
  return {};
}

/// A free index, with room for all that is kept by index: what follows needs no memory, nor does giving it back.
Result<std::uint32_t> free_index(Scene::Data& data) {
  if (!data.free.empty()) return data.free.back();
  const std::size_t count = data.records.size();
  if (count >= std::numeric_limits<std::uint32_t>::max()) return fail(ErrorCode::limit, "bodies: too many");
  data.is_moving.resize(count + 1, 0);
  data.boxes.make_room(count + 1);
  if (data.free.capacity() <= count) data.free.reserve(data.is_moving.capacity());
  data.records.emplace_back();
  data.free.push_back(static_cast<std::uint32_t>(count));
  return data.free.back();
}

/// What is known of bodies by their indices alone. Needs no memory.
void keep_up(Scene::Data& data, std::uint32_t index) {
  const Record& record = data.records[index];
  data.boxes.set(index, record.box);
  data.last_instant.forget();
  data.is_moving[index] = may_move(record.given) ? 1 : 0;
}

broad::Filter filter_of(const Record& record) { return {record.given.group, record.given.mask}; }

void insert_sorted(std::vector<std::uint32_t>& list, std::uint32_t value) {
  const auto place = std::lower_bound(list.begin(), list.end(), value);
  if (place == list.end() || *place != value) list.insert(place, value);
}

void erase_sorted(std::vector<std::uint32_t>& list, std::uint32_t value) {
  const auto place = std::lower_bound(list.begin(), list.end(), value);
  if (place != list.end() && *place == value) list.erase(place);
}

/// 2D and 3D shapes have no questions in common.
Result<void> check_same_space(const Scene::Data& data, const Record& added) {
  const bool is_planar = added.shapes[0]->geometry.is_planar();
  if (data.size == 0 || data.is_planar == is_planar) return {};
  return fail(ErrorCode::bad_shape, is_planar ? "parts[0].geometry: a 2D shape in a scene of 3D ones"
                                              : "parts[0].geometry: a 3D shape in a scene of 2D ones");
}

}  // namespace

Scene::Scene() : data_(std::make_unique<Data>()) {}
Scene::Scene(const Scene& other) : data_(std::make_unique<Data>(*other.data_)) {}
Scene::Scene(Scene&& other) noexcept = default;
Scene& Scene::operator=(const Scene& other) {
  if (this != &other) data_ = std::make_unique<Data>(*other.data_);
  return *this;
}
Scene& Scene::operator=(Scene&& other) noexcept = default;
Scene::~Scene() = default;

Result<BodyId> Scene::add(SceneBody body) {
  auto record = record_of(std::move(body), data_->shapes);
  if (!record) return tl::make_unexpected(record.error());
  if (const auto ok = check_same_space(*data_, *record); !ok) return tl::make_unexpected(ok.error());
  const auto found = free_index(*data_);
  if (!found) return tl::make_unexpected(found.error());
  const std::uint32_t index = *found;
  data_->boxes.set_filter(index, filter_of(*record));
  data_->free.pop_back();
  record->id = {index, data_->records[index].id.generation + 1};
  record->is_alive = true;
  data_->is_planar = record->shapes[0]->geometry.is_planar();
  data_->records[index] = *std::move(record);
  keep_up(*data_, index);
  ++data_->size;
  return data_->records[index].id;
}

Result<void> Scene::remove(BodyId id) {
  if (const auto ok = check_id(*data_, id); !ok) return ok;
  for (const std::uint32_t other : data_->records[id.index].excluded) erase_sorted(data_->records[other].excluded, id.index);
  data_->records[id.index] = Record{};
  data_->records[id.index].id = id;
  data_->boxes.remove(id.index);
  data_->last_instant.forget();
  data_->is_moving[id.index] = 0;
  // An index that has had all its generations is given up.
  if (id.generation < std::numeric_limits<std::uint32_t>::max()) data_->free.push_back(id.index);
  --data_->size;
  return {};
}

Result<void> Scene::set_pose(BodyId id, const Pose& pose) {
  const auto record = record_at(*data_, id);
  if (!record) return tl::make_unexpected(record.error());
  if (constant_motion((*record)->given) == nullptr)
    return fail(ErrorCode::bad_option, fmt::format("body {}/{}: its motion says where it is", id.index, id.generation));
  if (const auto ok = check_place_at_start(**record, pose); !ok) return ok;
  move_to(**record, pose);
  keep_up(*data_, id.index);
  return {};
}

Result<void> Scene::set_motion(BodyId id, BodyMotion motion) {
  const auto record = record_at(*data_, id);
  if (!record) return tl::make_unexpected(record.error());
  std::swap((*record)->given.motion, motion);
  Result<void> ok;
  try {
    ok = place_at_start(**record);
  } catch (...) {  // of a path's or a guided motion's
    std::swap((*record)->given.motion, motion);
    throw;
  }
  if (!ok) {
    std::swap((*record)->given.motion, motion);
    return ok;
  }
  keep_up(*data_, id.index);
  return {};
}

Result<void> Scene::set_groups(BodyId id, std::uint64_t group, std::uint64_t mask) {
  return record_at(*data_, id).map([&](Record* record) {
    data_->boxes.set_filter(id.index, {group, mask});
    record->given.group = group;
    record->given.mask = mask;
  });
}

Result<void> Scene::set_user_data(BodyId id, std::uint64_t user_data) {
  return record_at(*data_, id).map([&](Record* record) { record->given.user_data = user_data; });
}

Result<void> Scene::set_callback(BodyId id, ContactCallback on_contact) {
  return record_at(*data_, id).map([&](Record* record) { record->given.on_contact = std::move(on_contact); });
}

Result<void> Scene::exclude(BodyId a, BodyId b) {
  return check_pair(*data_, a, b).map([&] {
    std::vector<std::uint32_t>&of_a = data_->records[a.index].excluded, &of_b = data_->records[b.index].excluded;
    data_->has_excluded_any = true;
    insert_sorted(of_a, b.index);
    try {
      insert_sorted(of_b, a.index);
    } catch (...) {
      erase_sorted(of_a, b.index);
      throw;
    }
  });
}

Result<void> Scene::include(BodyId a, BodyId b) {
  return check_pair(*data_, a, b).map([&] {
    erase_sorted(data_->records[a.index].excluded, b.index);
    erase_sorted(data_->records[b.index].excluded, a.index);
  });
}

Result<const SceneBody*> Scene::body(BodyId id) const {
  return check_id(*data_, id).map([&]() -> const SceneBody* { return &data_->records[id.index].given; });
}

Result<Pose> Scene::pose_at(BodyId id, double t) const {
  if (!(t >= 0)) return fail(ErrorCode::bad_option, "t: must be >= 0");
  return check_id(*data_, id).map([&] { return scenes::pose_at(data_->records[id.index].given, t); });
}

Result<Aabb> Scene::box(BodyId id) const {
  return check_id(*data_, id).map([&] { return data_->records[id.index].box; });
}

Result<bool> Scene::counts(BodyId a, BodyId b) const {
  return check_pair(*data_, a, b).map([&] { return may_meet(data_->records[a.index], data_->records[b.index]); });
}

bool Scene::contains(BodyId id) const { return check_id(*data_, id).has_value(); }

std::size_t Scene::size() const { return data_->size; }

std::vector<BodyId> Scene::ids() const {
  std::vector<BodyId> ids;
  ids.reserve(data_->size);
  for (const Record& record : data_->records) {
    if (record.is_alive) ids.push_back(record.id);
  }
  return ids;
}

std::vector<BodyId> Scene::find(std::string_view name) const {
  std::vector<BodyId> ids;
  for (const Record& record : data_->records) {
    if (record.is_alive && record.given.name == name) ids.push_back(record.id);
  }
  return ids;
}

std::size_t Scene::memory() const {
  std::size_t bytes = sizeof(Data) + data_->free.capacity() * sizeof(std::uint32_t) + data_->shapes.memory() +
                      data_->boxes.memory() + data_->last_instant.memory();
  for (const Record& record : data_->records) {
    const std::size_t parts = record.shapes.size();
    bytes += sizeof(Record) + parts * (sizeof(record.shapes[0]) + sizeof(Pose) + sizeof(PlacedPart) + sizeof(BodyPart));
    bytes += record.excluded.capacity() * sizeof(std::uint32_t) + record.given.name.capacity();
  }
  return bytes;
}

}  // namespace graze
