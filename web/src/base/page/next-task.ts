/** Waits for the next task, so that what the user does, and what is to be painted, comes in between. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Runs a task ahead of the next frame where the browser can be asked for that; elsewhere soon. */
export function beforeFrame(task: () => void): void {
  if (globalThis.scheduler) void scheduler.postTask(task, { priority: 'user-blocking' })
  else setTimeout(task)
}
