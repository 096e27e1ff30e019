// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/guarded_plugin.hpp"

#include <utility>

namespace lull::analysis {
namespace {

class GuardedFollower final : public Follower {
 public:
  GuardedFollower(std::unique_ptr<Follower> inner, std::shared_ptr<Guard> guard)
      : inner_(std::move(inner)), guard_(std::move(guard)) {
    guard_->run([this] { selection_ = inner_->selection(); });
    guard_->run([this] { wants_leaves_ = inner_->wants_leaves(); });
  }
  [[nodiscard]] EventSelection selection() const override { return selection_; }
  [[nodiscard]] bool wants_leaves() const override { return wants_leaves_; }
  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    guard_->run([&] { inner_->on(event, call, outbox); });
  }
  void leave(const OpenCall& call, Outbox& outbox) override {
    guard_->run([&] { inner_->leave(call, outbox); });
  }

 private:
  std::unique_ptr<Follower> inner_;
  std::shared_ptr<Guard> guard_;
  EventSelection selection_;
  bool wants_leaves_ = false;
};

class GuardedMatcher final : public Matcher {
 public:
  GuardedMatcher(std::unique_ptr<Matcher> inner, std::shared_ptr<Guard> guard)
      : inner_(std::move(inner)), guard_(std::move(guard)) {
    guard_->run([this] { takes_ = inner_->takes(); });
    guard_->run([this] { publishes_ = inner_->publishes(); });
  }
  [[nodiscard]] OperationTypes takes() const override { return takes_; }
  [[nodiscard]] std::vector<const EventType*> publishes() const override { return publishes_; }
  void take(Mails mails) override {
    guard_->run([&] { inner_->take(mails); });
  }
  void end_slice(Timestamp posted) override {
    guard_->run([&] { inner_->end_slice(posted); });
  }
  void checkpoint(const Checkpoint& checkpoint) override {
    guard_->run([&] { inner_->checkpoint(checkpoint); });
  }
  void finish() override {
    guard_->run([this] { inner_->finish(); });
  }
  void add_to(MatchingNotes& notes) const override {
    guard_->run([&] { inner_->add_to(notes); });
  }

 private:
  std::unique_ptr<Matcher> inner_;
  std::shared_ptr<Guard> guard_;
  OperationTypes takes_;
  std::vector<const EventType*> publishes_;
};

// For each place, appends the guarded result of `make` to `others`.
template <class Guarded, class List, class Place>
std::function<List(const Place&)> appended(std::function<List(const Place&)> others,
                                           std::function<List(const Place&)> make,
                                           std::shared_ptr<Guard> guard) {
  return [others = std::move(others), make = std::move(make),
          guard = std::move(guard)](const Place& place) {
    List list = others(place);
    guard->run([&] {
      for (auto& one : make(place))
        list.push_back(std::make_unique<Guarded>(std::move(one), guard));
    });
    return list;
  };
}

}  // namespace

PatternFactory with_plugin(PatternFactory patterns, const Plugin& plugin,
                           const std::shared_ptr<Guard>& guard) {
  if (!plugin.patterns) return patterns;
  return [patterns = std::move(patterns), make = plugin.patterns, guard] {
    PatternList list = patterns();
    guard->run([&] {
      for (auto& pattern : make()) {
        pattern->watch(guard);
        list.push_back(std::move(pattern));
      }
    });
    return list;
  };
}

void add_plugin(AnalysisOptions& options, const Plugin& plugin,
                const std::shared_ptr<Guard>& guard) {
  if (plugin.followers)
    options.followers = appended<GuardedFollower>(options.followers, plugin.followers, guard);
  if (plugin.matchers)
    options.matchers = appended<GuardedMatcher>(options.matchers, plugin.matchers, guard);
}

}  // namespace lull::analysis
