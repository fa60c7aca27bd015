// Knows how many deliveries of queues the Worker handles at this moment.
import { vi } from 'vitest'
import worker from '#worker/index.ts'

let running = 0
const { queue } = worker

worker.queue = async (...delivery) => {
  running++
  try {
    await queue(...delivery)
  } finally {
    running--
  }
}

/**
 * Waits until the Worker has handled what the queues delivered. A step that still runs while the storage is emptied finds
 * its wallet empty, and raises an alarm in a test that has nothing to do with it. One that hangs is not waited for.
 */
export const consumersToRest = () =>
  vi
    .waitFor(() => running === 0 || Promise.reject(new Error(`${running} deliveries are handled`)), {
      timeout: 5000,
      interval: 20
    })
    .catch(() => false)
