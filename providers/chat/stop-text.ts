// Ends a text before the first of the caller's stop texts: not every supplier can, and some pass them on with the answer.

export class StopText {
  readonly #stops: readonly string[]
  /** What may be the beginning of a stop text. */
  #held = ''

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '')
  }

  /** The part of the text so far that belongs to the answer for certain. The stop text that is complete first counts. */
  take(text: string): { text: string; stopText: string | null } {
    const all = this.#held + text
    const [first] = this.#stops
      .map((stop) => ({ stop, start: all.indexOf(stop), length: stop.length }))
      .filter(({ start }) => start !== -1)
      .toSorted((one, other) => one.start + one.length - other.start - other.length || one.start - other.start)
    const end = first ? first.start : all.length - this.#heldOf(all)
    this.#held = first ? '' : all.slice(end)
    return { text: all.slice(0, end), stopText: first?.stop ?? null }
  }

  /** What was held back, when no more of the text comes. */
  rest(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  #heldOf(text: string): number {
    const lengths = this.#stops.map((stop) => {
      let length = Math.min(stop.length - 1, text.length)
      while (!stop.startsWith(text.slice(text.length - length))) length -= 1
      return length
    })
    return Math.max(0, ...lengths)
  }
}
