// Queues of one account share their names: those of a staging stack end with `-staging`.
const stagingSuffix = '-staging'

/** What a queue is for, by which its consumer is chosen: its name in production. */
export const queueRole = (queue: string): string =>
  queue.endsWith(stagingSuffix) ? queue.slice(0, -stagingSuffix.length) : queue
