// Whether the wallet is frozen, since when and why. A frozen wallet takes no new reservations.

export interface Frozen {
  /** Milliseconds since the epoch; null: it is not frozen. */
  frozenAt: number | null
  /** The first violation that was found. */
  frozenBecause: string | null
}

export class WalletFreezing {
  readonly #sql: SqlStorage
  /** Stays in memory once it was read: the object is the only writer. */
  #state: Frozen | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  isFrozen(): boolean {
    return this.state().frozenAt !== null
  }

  state(): Frozen {
    this.#state ??= this.#sql
      .exec<Frozen & Record<string, SqlStorageValue>>(
        'select frozen_at as frozenAt, frozen_because as frozenBecause from wallet'
      )
      .one()
    return this.#state
  }

  /** @returns false when it was frozen before */
  freeze(now: number, violation: string): boolean {
    if (this.isFrozen()) return false
    this.#store({ frozenAt: now, frozenBecause: violation })
    return true
  }

  thaw() {
    this.#store({ frozenAt: null, frozenBecause: null })
  }

  reread() {
    this.#state = undefined
  }

  #store(state: Frozen) {
    this.#sql.exec('update wallet set frozen_at = ?, frozen_because = ?', state.frozenAt, state.frozenBecause)
    this.#state = state
  }
}
