// A job whose message waits in a queue of its own.
import { newJob } from './jobs.ts'
import { TestQueue } from './test-queue.ts'

export async function queuedJob(...ordered: Parameters<typeof newJob>) {
  const queue = new TestQueue()
  const job = await newJob(...ordered)
  queue.send(job.id)
  return { queue, job }
}

/** Lets the queue do all that it has to do for a new job. @returns the row as it was at first */
export async function ranJob(...ordered: Parameters<typeof newJob>) {
  const { queue, job } = await queuedJob(...ordered)
  await queue.drain()
  return job
}
