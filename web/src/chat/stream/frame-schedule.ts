/** Each so many characters of the open block delay the next drawing by a millisecond: long blocks are drawn less often. */
const charactersPerMs = 40
const longestDelayMs = 400
const shortMs = 16

/**
 * Runs `draw` once for any number of requests: in the next frame, or later when there is much to draw. After a frame that took
 * long it rests for as long, so that half of a slow device's time is left for scrolling and typing. On a hidden page the
 * browser runs no frames, so nothing is drawn until the user returns.
 */
export class FrameSchedule {
  readonly #draw: () => void
  #frame: number | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #restsUntil = 0

  constructor(draw: () => void) {
    this.#draw = draw
  }

  request(openLength: number) {
    if (this.#frame !== null || this.#timer !== null) return
    const delayMs = Math.min(
      Math.max(openLength / charactersPerMs, this.#restsUntil - performance.now()),
      longestDelayMs
    )
    if (delayMs <= shortMs) return this.#next()
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#next()
    }, delayMs)
  }

  /** Draws at once, also without a request. */
  flush() {
    this.cancel()
    this.#draw()
  }

  cancel() {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#frame = null
    this.#timer = null
  }

  #next() {
    // Drawing is a task of its own: within the frame it would be one long task with its layout and painting.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = null
      this.#timer = setTimeout(() => {
        this.#timer = null
        const begunAt = performance.now()
        this.#draw()
        // The browser lays out and paints in the next frame; the task after it knows how long all of that took.
        requestAnimationFrame(() => setTimeout(() => (this.#restsUntil = 2 * performance.now() - begunAt)))
      })
    })
  }
}
