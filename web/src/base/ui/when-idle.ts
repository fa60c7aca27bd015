/** A page that never rests does the task all the same. */
const longestMs = 2000

/** Runs a task when the page has nothing else to do. */
export function whenIdle(task: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(task, { timeout: longestMs })
  else setTimeout(task, longestMs)
}

/** Resolves when the page has nothing else to do. */
export const idle = (): Promise<void> => new Promise((resolve) => whenIdle(resolve))
