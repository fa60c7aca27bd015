/** Runs a task when the page has nothing else to do. */
export function whenIdle(task: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(task)
  else setTimeout(task, 2000)
}
