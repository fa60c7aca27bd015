/** Runs a task when the page has nothing else to do. The build, which prerenders pages, has no window, and waits for nothing. */
export function whenIdle(task: () => void): void {
  if (!globalThis.window) return
  if (window.requestIdleCallback) window.requestIdleCallback(task)
  else setTimeout(task, 2000)
}
