// What changes the page much takes turns, one in each frame. Each is a task of its own between two frames: within the frame it
// would be one long task with its layout and painting, and so would two of them.
import { onNewPage } from '../storage/page-store.ts'

type Task = () => void

/** In the order in which they came. */
const waiting = new Set<Task>()
let isAsked = false

onNewPage(() => {
  waiting.clear()
  isAsked = false
})

/**
 * Runs a task once when it is its turn, at the earliest after the next frame, unless the returned function is called before.
 * On a hidden page the browser runs no frames, so nothing runs until the user returns.
 */
export function takeTurn(task: Task): () => void {
  waiting.add(task)
  ask()
  return () => void waiting.delete(task)
}

function ask() {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  requestAnimationFrame(() =>
    setTimeout(() => {
      isAsked = false
      const [task] = waiting
      if (task) waiting.delete(task)
      ask()
      task?.()
    })
  )
}
