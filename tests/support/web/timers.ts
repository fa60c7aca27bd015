// The timers of a test file. A window ends its own when it is closed; the one that the files of a thread share stays open.

const running = new Set<ReturnType<typeof setTimeout>>()

const begin = { setTimeout, setInterval }

function follow(name: keyof typeof begin): void {
  globalThis[name] = Object.assign((...parameters: Parameters<typeof setTimeout>) => {
    const timer = begin[name](...parameters)
    running.add(timer)
    return timer
  }, begin[name])
}
follow('setTimeout')
follow('setInterval')

/** Ends the timers that were begun since the last time. */
export function endTimers(): void {
  for (const timer of running) clearTimeout(timer)
  running.clear()
}

/** What jsdom calls to move the focus from an element that was removed. */
const moveFocus = '_requestFocusFixup'

/**
 * jsdom counts frames with the `setInterval` that it finds when it needs the first one, and waits for that until no more
 * are needed. A fake clock, or the end of the file's timers, would stop the frames of this window for ever.
 */
function onRealClock<Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Result) {
  return (...parameters: Parameters): Result => {
    const found = globalThis.setInterval
    globalThis.setInterval = begin.setInterval
    try {
      return work(...parameters)
    } finally {
      globalThis.setInterval = found
    }
  }
}

const { jsdom } = globalThis as unknown as {
  jsdom: { window: { requestAnimationFrame: typeof requestAnimationFrame; [moveFocus]: () => void } }
}
jsdom.window[moveFocus] = onRealClock(jsdom.window[moveFocus])
globalThis.requestAnimationFrame = onRealClock(jsdom.window.requestAnimationFrame)
