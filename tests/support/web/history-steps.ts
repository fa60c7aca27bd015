// Steps in the history are made a moment after they are asked for: a test waits for its own, so that the next one does not make them.
// There «назад» would close what that test has opened.

/** jsdom makes a step in three tasks, each begun by the one before. A time would not do: a busy machine makes them later. */
const tasksOfStep = 3

let steps = Promise.resolve()

const { go } = History.prototype
/** As jsdom begins its tasks; fake clocks replace it. */
export const { setImmediate: nextTask } = globalThis as unknown as { setImmediate: (task: () => void) => unknown }

History.prototype.go = function goAndNote(this: History, delta?: number) {
  go.call(this, delta)
  steps = tasksDone(tasksOfStep)
}

async function tasksDone(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await new Promise<void>((resolve) => void nextTask(resolve))
}

/** Resolves when the steps that were asked for are made, with those that were asked for meanwhile. */
export async function stepsMade(): Promise<void> {
  for (let waited; waited !== steps;) {
    waited = steps
    await waited
  }
}
