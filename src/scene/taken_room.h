#pragma once
/// What a question needs on its way, kept with the thread from one to the next, so that asking again allocates nothing.

#include <utility>

namespace graze::scenes {

/// The room of this thread while one question has it: callbacks may ask another, which gets an empty one. What is in it from before
/// is not cleared.
template <class Room>
class TakenRoom {
 public:
  TakenRoom() : room_(std::exchange(kept(), {})) {}
  TakenRoom(const TakenRoom&) = delete;
  TakenRoom& operator=(const TakenRoom&) = delete;
  ~TakenRoom() { kept() = std::move(room_); }

  [[nodiscard]] Room& operator*() { return room_; }
  [[nodiscard]] Room* operator->() { return &room_; }
  [[nodiscard]] const Room* operator->() const { return &room_; }

 private:
  static Room& kept() {
    thread_local Room room;
    return room;
  }

  Room room_;
};

}  // namespace graze::scenes
