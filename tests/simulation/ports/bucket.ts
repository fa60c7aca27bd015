// R2 in memory, as far as jobs use it.
import type { Engine } from '../engine/engine.ts'
import type { Body } from './response.ts'

type Stored = Uint8Array<ArrayBuffer>

interface PutOptions {
  onlyIf?: { etagDoesNotMatch?: string }
}

export class Bucket {
  readonly objects = new Map<string, Stored>()
  /** Whether what is put is kept: a bucket that loses everything is one of the seeded bugs. */
  readonly #keeps: boolean
  readonly #engine: Engine

  constructor(engine: Engine, keeps: boolean) {
    this.#engine = engine
    this.#keeps = keeps
  }

  put(key: string, content: Stored | Body, { onlyIf }: PutOptions = {}) {
    return this.#ask(`put ${key}`, () => {
      if (onlyIf && this.objects.has(key)) return null
      const bytes = content instanceof Uint8Array ? content : content.bytes
      if (this.#keeps) this.objects.set(key, bytes)
      return { size: bytes.byteLength }
    })
  }

  head(key: string) {
    return this.#ask(`head ${key}`, () => {
      const bytes = this.objects.get(key)
      return bytes ? { size: bytes.byteLength } : null
    })
  }

  get(key: string, { range }: { range?: { offset: number; length: number } } = {}) {
    return this.#ask(`get ${key}`, () => {
      const bytes = this.objects.get(key)
      if (!bytes) return null
      const part = range ? bytes.slice(range.offset, range.offset + range.length) : bytes
      return { size: bytes.byteLength, body: part, arrayBuffer: async () => part.slice().buffer }
    })
  }

  delete(keys: string | string[]) {
    return this.#ask('delete', () => {
      for (const key of [keys].flat()) this.objects.delete(key)
    })
  }

  #ask<Value>(label: string, work: () => Value): Promise<Value> {
    return this.#engine.ask('bucket', `bucket: ${label.replace(/h\d-[0-9a-f]{28}/, '…')}`, () => ({ value: work() }))
  }
}
