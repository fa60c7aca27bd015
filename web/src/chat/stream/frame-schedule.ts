import { takeTurn } from '../../base/ui/frame-turns.ts'

/** Each so many characters of the open block delay the next drawing by a millisecond: long blocks are drawn less often. */
const charactersPerMs = 40
const longestDelayMs = 400
const shortMs = 16

/**
 * Runs `draw` once for any number of requests: after the next frame, or later when there is much to draw. After a frame that took
 * long it rests for as long, so that half of a slow device's time is left for scrolling and typing. On a hidden page
 * nothing is drawn until the user returns.
 */
export class FrameSchedule {
  readonly #draw: () => void
  /** Takes back what was requested; null when nothing is. */
  #cancel: (() => void) | null = null
  #restsUntil = 0

  constructor(draw: () => void) {
    this.#draw = draw
  }

  request(openLength: number) {
    if (this.#cancel) return
    const delayMs = Math.min(
      Math.max(openLength / charactersPerMs, this.#restsUntil - performance.now()),
      longestDelayMs
    )
    if (delayMs <= shortMs) return this.#next()
    const timer = setTimeout(() => this.#next(), delayMs)
    this.#cancel = () => clearTimeout(timer)
  }

  /** Draws at once, also without a request. */
  flush() {
    this.cancel()
    this.#draw()
  }

  cancel() {
    this.#cancel?.()
    this.#cancel = null
  }

  #next() {
    this.#cancel = takeTurn(() => {
      this.#cancel = null
      const begunAt = performance.now()
      this.#draw()
      // The browser lays out and paints in the next frame; the task after it knows how long all of that took.
      requestAnimationFrame(() => setTimeout(() => (this.#restsUntil = 2 * performance.now() - begunAt)))
    })
  }
}
