// A version of the Worker gets a tenth of the traffic, then half, then all, and its health is watched at each share. When it is ill,
// the version before gets everything back. Where the version before is ill itself, there is nothing to be careful with.
import { z } from 'zod'
import type { Deployment } from './deployment.ts'
import { answeringOrigin, illnessOf, watch } from './health.ts'
import { Ill } from './steps.ts'

export const shares = [10, 50, 100]

/** @param before has the rest of the traffic */
async function give({ api, account, config }: Deployment, share: number, next: string, before?: string): Promise<void> {
  const versions = [
    { version_id: next, percentage: share },
    ...(before === undefined ? [] : [{ version_id: before, percentage: 100 - share }])
  ]
  const body = { strategy: 'percentage', versions }
  await api.post(`${account}/workers/scripts/${config.name}/deployments`, body, z.unknown())
}

/** @throws Ill */
export async function demandHealth(deployment: Deployment, version: string): Promise<void> {
  const problem = await watch(deployment, version)
  if (problem !== null) throw new Ill(`Version ${version} of the Worker is ill: ${problem}`)
}

interface Change {
  next: string
  /** The version that has the rest of the traffic; null: there is none. */
  before: string | null
}

/** Gives a version all traffic: at once where no user can be harmed, else more and more of it. @throws Ill */
export async function release(deployment: Deployment, { next, before }: Change): Promise<void> {
  const { print, undoing } = deployment
  const keepReturn = () => {
    if (before === null) return
    undoing.push(async () => {
      await give(deployment, 100, before)
      return `Version ${before} of the Worker has all traffic again.`
    })
  }
  const illness = await illnessOf(deployment)
  if (illness !== null) {
    print(`      what is live is ill, so the new version gets all traffic at once: ${illness}`)
    await give(deployment, 100, next)
    // One that answers is kept, whatever else of this run fails. One that does not may still be well behind pages that are ill, so it
    // stays until the step of the pages has judged both.
    const problem = await watch(deployment, next, true)
    if (problem === null) return
    print(`      it does not answer yet: ${problem}`)
    return keepReturn()
  }
  keepReturn()
  // Without pages no user reaches the Worker yet, and without a version before it nothing could answer in its place.
  const isAlone = before === null || (await answeringOrigin(deployment)) === null
  for (const share of isAlone ? [100] : shares) {
    await give(deployment, share, next, (share < 100 && before) || undefined)
    print(`      ${share} % of the traffic`)
    await demandHealth(deployment, next)
  }
}
