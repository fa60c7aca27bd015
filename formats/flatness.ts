// Whether a picture shows anything: nearly all of its points have nearly the same colour when it does not.

/** Of 256: noise and the traces of compression stay below it, anything that a person sees does not. */
const tolerance = 4
/** The share of points that must be alike. A line of text covers more than the rest. */
const alike = 0.9995

/** How often each level, 0 to 255, occurs in one channel of a picture. */
export class Levels {
  readonly #counts = new Uint32Array(256)
  #total = 0

  add(level: number): void {
    this.#counts[level] = (this.#counts[level] ?? 0) + 1
    this.#total += 1
  }

  /** Whether the channel is flat, or would be if the points that are still to come had the most frequent level. */
  isFlat(toCome = 0): boolean {
    return this.#mostAlike() + toCome >= alike * (this.#total + toCome)
  }

  get total(): number {
    return this.#total
  }

  /** The number of points within the tolerance of one level. */
  #mostAlike(): number {
    const span = 2 * tolerance + 1
    let inside = 0
    let most = 0
    for (let level = 0; level < 256; level++) {
      inside += (this.#counts[level] ?? 0) - (this.#counts[level - span] ?? 0)
      most = Math.max(most, inside)
    }
    return most
  }
}

/** Whether so many of all points are clear that the others are not seen. */
export const isClear = (clearPoints: number, points: number): boolean => clearPoints >= alike * points
