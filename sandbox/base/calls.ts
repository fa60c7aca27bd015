import { isObject } from './json.ts'

const KEPT_CALLS = 1000

export type Outcome = 'running' | 'completed' | 'cut' | 'aborted' | 'refused' | 'error'

export interface Call {
  id: string
  /** ISO 8601. */
  at: string
  provider: string
  path: string
  /** Null until the answer begins. */
  status: number | null
  model: string | null
  /** As received. Headers are not kept, so no API key is stored. */
  body: unknown
  outcome: Outcome
  fault: string | null
  /** Characters of the answer that the client has read so far; shows where generation stopped. */
  sentCharacters: number
}

export interface CallLog {
  begin(provider: string, path: string, at: number): Call
  /** Newest first. */
  list(): Call[]
  clear(): void
}

/** The last thousand upstream calls. A call is changed in place while it is being served. */
export function createCallLog(): CallLog {
  let calls: Call[] = []
  return {
    begin(provider, path, at) {
      const call: Call = {
        id: crypto.randomUUID(),
        at: new Date(at).toISOString(),
        provider,
        path,
        status: null,
        model: null,
        body: null,
        outcome: 'running',
        fault: null,
        sentCharacters: 0
      }
      calls = [...calls.slice(1 - KEPT_CALLS), call]
      return call
    },
    list: () => calls.toReversed(),
    clear: () => {
      calls = []
    }
  }
}

// File contents are dropped: a thousand logged uploads would fill the memory. This is longer than any
// prompt that the site accepts.
const KEPT_CHARACTERS = 40_000

/** The value with every string longer than a prompt cut short. */
export function abridged(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= KEPT_CHARACTERS ? value : `${value.slice(0, 60)}… ${value.length}`
  if (Array.isArray(value)) return value.map((item) => abridged(item))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, abridged(item)]))
}

/** The fields of a form. A file becomes its name, type and size; a repeated field becomes a list. */
export function abridgedForm(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const key of new Set(form.keys())) {
    const values = form.getAll(key).map((value) => {
      if (typeof value === 'string') return abridged(value)
      return { name: value.name, type: value.type, sizeBytes: value.size }
    })
    fields[key] = values.length === 1 ? values[0] : values
  }
  return fields
}
