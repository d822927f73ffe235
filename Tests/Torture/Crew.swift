import CFaultCalls
import Foundation

/// Copies of this process that work beside each other, as many at once as it has.
final class Crew {
  private let size: Int
  private var atWork: Set<pid_t> = []
  private var lost = 0

  init(size: Int) {
    self.size = max(1, size)
  }

  /// Lets a copy of this process do a job, as soon as one is free.
  func start(_ job: () -> Void) {
    while atWork.count >= size { waitForOne() }
    fflush(nil)
    let child = fault_fork()
    if child == 0 {
      job()
      fflush(nil)
      _exit(0)
    }
    atWork.insert(child)
  }

  /// Waits for all of them.
  func finish(_ score: Score) {
    while !atWork.isEmpty { waitForOne() }
    for _ in 0..<lost { score.note("crew", at: 0, "trouble: a worker was lost") }
    lost = 0
  }

  private func waitForOne() {
    var status: Int32 = 0
    let child = waitpid(-1, &status, 0)
    if atWork.remove(child) != nil, status != 0 { lost += 1 }
  }
}
