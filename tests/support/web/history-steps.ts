// Steps in the history are made a moment after they are asked for: a test waits for its own, so that the next one does not make them.
const stepMs = 10

let steps = Promise.resolve()

const { go } = History.prototype
const later = setTimeout

History.prototype.go = function goAndNote(this: History, delta?: number) {
  steps = new Promise((resolve) => void later(resolve, stepMs))
  go.call(this, delta)
}

/** Resolves when the steps that were asked for are made. */
export const stepsMade = (): Promise<void> => steps
