// Function view: something to call that somebody else keeps, such as work that is handed to threads.
//
//   contract  what is called must outlive the view: a parameter, never a member that stays
//   why       work is compiled once, where it stands; a std::function would copy it, and a template
//             that takes it would be made again for every caller
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>

namespace linguine {

template <class... Arguments>
class FunctionView {
 public:
  template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionView> &&
             std::invocable<Callable&, Arguments...>)
  FunctionView(
      Callable&& callable)  // NOLINT(google-explicit-constructor): stands for what it views
      : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* kept, Arguments... arguments) {
          (*static_cast<std::remove_reference_t<Callable>*>(kept))(arguments...);
        }) {}

  void operator()(Arguments... arguments) const { call_(callable_, arguments...); }

 private:
  void* callable_;
  void (*call_)(void*, Arguments...);
};

}  // namespace linguine
