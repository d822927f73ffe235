import Platform
import Testing

@Suite struct WorkerThreadTests {
  /// Each waits for the others, so that one thread cannot be all of them.
  @Test(arguments: [1, 2, 5]) func theBodyRunsOnAllThreadsAtOnce(_ count: Int) {
    let threads = Monitor<Set<UInt>>([])
    runOnThreads(count) {
      threads.change { $0.insert(currentThread()) }
      threads.wait { $0.count == count }
    }
    #expect(threads.withLock { $0.contains(currentThread()) })
  }

  @Test func signalsAreForTheCallingThread() {
    let mine = currentThread()
    let before = blocks(SIGTERM)
    let others = Monitor<[Bool]>([])
    runOnThreads(3) {
      if currentThread() == mine { return }
      others.change { $0 += [blocks(SIGINT) && blocks(SIGTERM), blocks(SIGSEGV)] }
    }
    #expect(others.withLock { $0 } == [true, false, true, false])
    #expect(blocks(SIGTERM) == before)
  }

  @Test func oneProcessorAtLeast() {
    #expect(processorCount() >= 1)
  }
}

/// True if the current thread does not handle the signal.
private func blocks(_ signal: Int32) -> Bool {
  var blocked = sigset_t()
  pthread_sigmask(SIG_SETMASK, nil, &blocked)
  return sigismember(&blocked, signal) == 1
}
