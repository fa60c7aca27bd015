// The turns of a conversation as strict providers want them.
import type { ChatTurn } from './provider.ts'

/**
 * Providers reject empty messages and conversations that begin with the assistant. Both occur after an empty answer or when old
 * turns were dropped.
 */
export function spokenTurns(turns: readonly ChatTurn[]): ChatTurn[] {
  const spoken = turns.filter(({ text }) => text.trim() !== '')
  const opening = spoken.findIndex(({ role }) => role === 'user')
  return spoken.slice(Math.max(opening, 0))
}
