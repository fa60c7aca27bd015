/** Waits for the next task, so that what the user does, and what is to be painted, comes in between. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
