// Mapped file: the bytes of a file without a copy, also when somebody makes the file shorter.
//
//   danger    a page beyond the new end raises SIGBUS, which would end the process, and with it
//             whatever else its user has in memory
//   instead   the handler puts zeros in place of the lost pages and takes a note; whoever reads the
//             file asks for the note before the bytes are believed (check)
//   others    a fault anywhere else goes to the handler that was there before
//   else      where files cannot be mapped like this, no bytes are there
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#if defined(__linux__) || defined(__APPLE__)
#define LINGUINE_MAPS_FILES 1
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#else
#define LINGUINE_MAPS_FILES 0
#endif

namespace linguine {

// A file was made shorter while it was read; the message says which one.
class CutFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Where a mapped file lies. Never freed, as the handler may look at it at any time; used again.
struct MappedPlace {
  std::atomic<std::uintptr_t> begin{0};  // 0: free
  std::atomic<std::uintptr_t> end{0};
  std::atomic<bool> is_cut{false};
  std::string name;  // for messages
  MappedPlace* next = nullptr;
};

class MappedPlaces {
 public:
  static MappedPlace* take(std::uintptr_t begin, std::uintptr_t end, std::string name) {
    const std::lock_guard lock(mutex_);
    MappedPlace* place = head_.load();
    while (place != nullptr && place->begin.load() != 0) place = place->next;
    const bool is_new = place == nullptr;
    if (is_new) place = new MappedPlace;
    place->is_cut.store(false);
    place->name = std::move(name);
    place->end.store(end);
    place->begin.store(begin);
    if (is_new) {
      place->next = head_.load();
      head_.store(place);
    }
    return place;
  }
  static MappedPlace* find(std::uintptr_t address) {
    for (MappedPlace* place = head_.load(); place != nullptr; place = place->next) {
      const std::uintptr_t begin = place->begin.load();
      if (begin != 0 && begin <= address && address < place->end.load()) return place;
    }
    return nullptr;
  }

 private:
  static inline std::mutex mutex_;
  static inline std::atomic<MappedPlace*> head_{nullptr};
};

#if LINGUINE_MAPS_FILES

class BusErrors {
 public:
  // Whoever has set a handler since is asked after ours.
  static void watch() {
    const std::lock_guard lock(mutex_);
    struct sigaction now = {};
    sigaction(SIGBUS, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == &handle) return;
    before_ = now;
    struct sigaction ours = {};
    ours.sa_sigaction = &handle;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    sigaction(SIGBUS, &ours, nullptr);
  }

 private:
  static void handle(int signal, siginfo_t* info, void* /*context*/) {
    const bool is_fault = info->si_code > 0;  // not sent by a process
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    MappedPlace* const place = is_fault ? MappedPlaces::find(address) : nullptr;
    if (place != nullptr) {
      const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
      const std::uintptr_t first = address / page * page;
      void* const zeros = mmap(reinterpret_cast<void*>(first), place->end.load() - first, PROT_READ,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
      if (zeros != MAP_FAILED) {
        place->is_cut.store(true);
        return;
      }
    }
    sigaction(SIGBUS, &before_, nullptr);  // the instruction is tried again, and fails there
    if (!is_fault) raise(signal);
  }

  static inline std::mutex mutex_;
  static inline struct sigaction before_ = {};
};

#endif

class MappedFile {
 public:
  // Nothing is mapped where that is not possible, or where the file system cannot.
  MappedFile([[maybe_unused]] int descriptor, [[maybe_unused]] std::size_t size,
             [[maybe_unused]] std::string name) {
#if LINGUINE_MAPS_FILES
    BusErrors::watch();
    void* const found = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (found == MAP_FAILED) return;
    bytes_ = {static_cast<const char*>(found), size};
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(found);
    place_ = MappedPlaces::take(begin, (begin + size + page - 1) / page * page, std::move(name));
#endif
  }
  ~MappedFile() {
    if (place_ == nullptr) return;
    place_->begin.store(0);
#if LINGUINE_MAPS_FILES
    munmap(const_cast<char*>(bytes_.data()), bytes_.size());
#endif
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return bytes_; }

  static bool holds(const void* address) { return place_of(address) != nullptr; }
  // Within the last page that is left, the missing bytes are zeros and no fault.
  static void note_cut(const void* address) {
    if (MappedPlace* const place = place_of(address)) place->is_cut.store(true);
  }
  // Throws if the file that bytes lie in was cut. To be asked after they were read.
  static void check(const void* address) {
    const MappedPlace* const place = place_of(address);
    if (place == nullptr || !place->is_cut.load()) return;
    throw CutFile(place->name +
                  ": a file must stay as it is while it is learned from; this one was made shorter "
                  "meanwhile. Train again once it is complete.");
  }

 private:
  static MappedPlace* place_of(const void* address) {
    return MappedPlaces::find(reinterpret_cast<std::uintptr_t>(address));
  }

  std::string_view bytes_;
  MappedPlace* place_ = nullptr;
};

}  // namespace linguine
