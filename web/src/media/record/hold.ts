// The microphone as in a messenger: it records while a finger holds its button. To the left the recording is cancelled, upwards it goes on
// without the finger, which leaves the page as after a short tap.
import { notify } from '../../base/ui/notify.ts'
import type { DictationState } from './dictation.ts'

/** A shorter press is a tap. */
const tapMaxMs = 300
/** A shorter recording is a press by mistake. */
const shortestMs = 500
/** How far the finger goes to cancel, and to let go. */
const cancelPx = 80
const lockPx = 64
/** Felt, where the device can do that. */
const buzzMs = 12

/** How far the finger has gone, from 0 to 1. */
export interface Grip {
  left: number
  up: number
}

export interface Talk {
  phase: () => DictationState['phase']
  start: () => void
  stop: () => void
  cancel: () => void
  /** Null: no finger holds the button any more. */
  show: (grip: Grip | null) => void
}

interface Press {
  x: number
  y: number
  pointerId: number
}

const share = (px: number, wholePx: number): number => Math.min(1, Math.max(0, px / wholePx))

/** How far a finger has gone that was put down at `from`; the longer way counts, so that neither is taken for the other. */
function gripOf(from: Press, at: Pick<Press, 'x' | 'y'>): Grip {
  const [left, up] = [from.x - at.x, from.y - at.y]
  return left > up ? { left: share(left, cancelPx), up: 0 } : { left: 0, up: share(up, lockPx) }
}

/**
 * Follows one press of the button to its end.
 * @param released aborted when the finger was lifted before this code was there: then the press was a tap
 */
export function hold(button: HTMLElement, press: Press, talk: Talk, released: AbortSignal): void {
  if (released.aborted) return
  const over = new AbortController()
  let begunAt: number | null = null
  const finish = () => {
    clearTimeout(timer)
    over.abort()
    talk.show(null)
  }
  const timer = setTimeout(() => {
    if (!button.isConnected) return finish()
    begunAt = performance.now()
    navigator.vibrate?.(buzzMs)
    talk.show({ left: 0, up: 0 })
    talk.start()
  }, tapMaxMs)

  const release = () => {
    finish()
    if (begunAt === null) return
    const phase = talk.phase()
    const isShort = performance.now() - begunAt < shortestMs
    // While the browser asks, the finger is needed for its question: then the recording goes on without.
    if (phase === 'recording' && !isShort) talk.stop()
    else if (isShort && (phase === 'asking' || phase === 'recording')) {
      talk.cancel()
      notify.info('Удерживайте кнопку, пока говорите')
    }
  }
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (begunAt === null || pointerId !== press.pointerId) return
    // It has ended by itself: after thirty seconds, or by a call.
    if (!['asking', 'recording'].includes(talk.phase())) return finish()
    const grip = gripOf(press, { x: clientX, y: clientY })
    if (grip.left === 1) {
      finish()
      talk.cancel()
    } else if (grip.up === 1) finish()
    else talk.show(grip)
  }
  const isOurs = (event: PointerEvent) => event.pointerId === press.pointerId
  const { signal } = over
  button.addEventListener('pointermove', move, { signal })
  button.addEventListener('pointerup', (event) => isOurs(event) && release(), { signal })
  // The system has taken the finger: what is being said is not lost.
  button.addEventListener('pointercancel', (event) => isOurs(event) && finish(), { signal })
}
