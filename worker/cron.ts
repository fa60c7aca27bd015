import { sweepJobs, type Swept } from '#queues/sweep.ts'

/** Everything that happens by the clock, once a minute. May run twice at once. */
export const runCron = (env: Env, now: number): Promise<Swept> => sweepJobs(env, now)
