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
