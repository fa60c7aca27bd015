// Switches for a part of the calls: those of one account, or those of one path. A call that belongs to a scope heeds the
// scope's switches and no others, so that people and tests who break an upstream do not meet each other.
import { createCallControls } from './controls.ts'
import { isObject } from './json.ts'
import type { CallControls, Controls } from './controls.ts'

const KEPT_SCOPES = 500

export interface Scopes {
  /** The switches of a scope; nothing is switched in one that nobody has set before. */
  find(name: string): CallControls
  set(name: string, controls: CallControls): void
  /** The calls of this scope heed the general switches again. */
  close(name: string): void
  /** What a call with these names heeds: the first scope that there is, or the general switches. */
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

/**
 * What a call goes by: the account it is made for, in whichever field this upstream has for that, and its path. Not every
 * upstream is told an account; its path is all there is then.
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
  return [openai, xai, luma, midjourney, anthropicOrYookassa, stability, path].filter(
    (name) => typeof name === 'string'
  )
}
