// Switches for a scope of calls: those of one account, or those of one path. Only the scope's switches apply to its
// calls, so that tests that run at the same time do not disturb each other.
import { createCallControls, type CallControls, type Controls } from './controls.ts'
import { isObject } from './json.ts'

const KEPT_SCOPES = 500

export interface Scopes {
  /** The switches of a scope; the defaults if it was not set before. */
  find(name: string): CallControls
  set(name: string, controls: CallControls): void
  /** Removes a scope: the global switches apply to its calls again. */
  close(name: string): void
  /** The switches for a call with these names: those of the first scope that exists, or the global ones. */
  of(names: readonly string[]): CallControls
  count(): number
}

export function createScopes(general: Controls): Scopes {
  const scopes = new Map<string, CallControls>()
  return {
    find: (name) => scopes.get(name) ?? createCallControls(),
    set(name, controls) {
      scopes.set(name, controls)
      const [oldest = ''] = scopes.keys()
      if (scopes.size > KEPT_SCOPES) scopes.delete(oldest)
    },
    close: (name) => void scopes.delete(name),
    of: (names) => names.map((name) => scopes.get(name)).find((scope) => scope !== undefined) ?? general,
    count: () => scopes.size
  }
}

/** The path of all calls of a supplier: `/anthropic`, `/resellers/first`, `/accounts/second/bfl`. */
const rootOf = (path: string): string => /^\/(resellers\/|accounts\/[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

/**
 * The names of the scopes that a call may belong to: the account at this supplier, the account, in the field that this upstream
 * has for it, the path, and the supplier. An upstream that is not told an account has the last two only.
 */
export function namesOf(path: string, headers: Headers, body: unknown): string[] {
  const {
    safety_identifier: openai,
    user: xai,
    user_id: luma,
    state: midjourney,
    metadata
  } = isObject(body) ? body : {}
  const anthropicOrYookassa = isObject(metadata) ? metadata['user_id'] : undefined
  const stability = headers.get('stability-client-user-id')
  const accounts = [openai, xai, luma, midjourney, anthropicOrYookassa, stability].filter(
    (name) => typeof name === 'string'
  )
  const root = rootOf(path)
  return [...accounts.map((account) => `${account}@${root}`), ...accounts, path, root]
}
