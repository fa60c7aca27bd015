import type { KeyboardEvent } from 'react'
import type { Playback } from './use-playback.ts'

/** Keys that a control has a use of its own for. */
const pressesButtons = (key: string) => key === ' ' || key === 'Enter'

/** The keys of a player: space, arrows, Home and End. Returns whether the key was one. */
export function onPlayerKey(event: KeyboardEvent<HTMLElement>, playback: Playback): boolean {
  const { target, currentTarget, key } = event
  // A menu of the player is elsewhere in the page.
  const isOwn = target instanceof HTMLElement && currentTarget.contains(target)
  if (!isOwn || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false
  if (pressesButtons(key) && target.closest('button, a')) return false
  const action = actions[key]
  if (!action) return false
  event.preventDefault()
  action(playback)
  return true
}

const actions: Record<string, (playback: Playback) => void> = {
  ' ': (playback) => playback.toggle(),
  ArrowLeft: (playback) => playback.skip(-1),
  ArrowDown: (playback) => playback.skip(-1),
  ArrowRight: (playback) => playback.skip(1),
  ArrowUp: (playback) => playback.skip(1),
  Home: (playback) => playback.seek(0),
  End: (playback) => playback.seek(playback.duration)
}
