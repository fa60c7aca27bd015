// The one source of chance in a simulated run: the same seed gives the same numbers on every machine.

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0
    // Neighbouring seeds begin alike.
    for (let round = 0; round < 4; round++) this.next()
  }

  /** From 0 up to, not including, 1 (Mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }

  /** Picks by weight; what weighs nothing is never picked. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.next() * items.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, item] of items) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('Nothing to pick from')
  }

  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const part = (digits: number) => Array.from({ length: digits }, () => this.below(16).toString(16)).join('')
    return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`
  }
}
