// The one alarm of an object, shared by all of its parts.

const failedPauseMs = 60_000

export class SharedAlarm {
  readonly #storage: DurableObjectStorage
  /** The time of the alarm that is set; null: none, or not known after a restart. */
  #setTo: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /**
   * Performs the duties of the alarm. A failed duty is still due: without a pause the alarm would ring at once, again and
   * again.
   */
  async perform(duties: () => Promise<void>[], after: { failed: (reason: unknown) => void; arm: () => void }) {
    this.#setTo = null
    const outcomes = await Promise.allSettled(duties())
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
    for (const { reason } of failures) after.failed(reason)
    if (failures.length > 0) this.#moveTo(Date.now() + failedPauseMs)
    else after.arm()
  }

  /**
   * Sets the alarm to the earliest of these times; null: nothing is due. An alarm that comes too early finds nothing to
   * do and sets the next one, which costs less than moving it each time.
   */
  setTo(times: readonly (number | null)[]) {
    const dueAt = Math.min(...times.map((time) => time ?? Infinity))
    if (dueAt === Infinity || (this.#setTo !== null && this.#setTo <= dueAt)) return
    this.#moveTo(dueAt)
  }

  /** After a restart: an alarm that is set comes in time for all that was due before. */
  async learn(): Promise<void> {
    if (this.#setTo !== null) return
    const setTo = await this.#storage.getAlarm()
    this.#setTo ??= setTo
  }

  /** Whether the alarm is known to be set, and so rings in time for whatever was due before. */
  get isSet(): boolean {
    return this.#setTo !== null
  }

  /** Does nothing now: what is due is still due at the next alarm. */
  putOff() {
    this.#moveTo(Date.now() + failedPauseMs)
  }

  /** Sets the alarm, also to a later time. */
  #moveTo(dueAt: number) {
    this.#setTo = dueAt
    // The output gate holds back every reply until the alarm is stored, and resets the object if that fails.
    void this.#storage.setAlarm(dueAt)
  }
}
