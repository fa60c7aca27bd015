// A version of the Worker gets a tenth of the traffic, then half, then all, and its health is watched at each share. When it is ill,
// the version before gets everything back. Where the version before is ill itself, there is nothing to be careful with.
import { z } from 'zod'
import type { Deployment } from './deployment.ts'
import { answeringOrigin, illnessOf, watchHealth, watchRepair } from './health.ts'
import { scriptPath } from './running.ts'
import { Ill } from './steps.ts'

export const shares = [10, 50, 100]

type Share = { version_id: string; percentage: number }

const setShares = (deployment: Deployment, wanted: Share[]): Promise<unknown> =>
  deployment.api.post(
    `${scriptPath(deployment)}/deployments`,
    { strategy: 'percentage', versions: wanted },
    z.unknown()
  )

async function giveAll(deployment: Deployment, version: string): Promise<void> {
  await setShares(deployment, [{ version_id: version, percentage: 100 }])
  deployment.print('      100 % of the traffic')
}

const returnTo = (deployment: Deployment, version: string): void =>
  void deployment.undoing.push(async () => {
    await setShares(deployment, [{ version_id: version, percentage: 100 }])
    return `Version ${version} of the Worker has all traffic again.`
  })

interface Change {
  next: string
  /** The version that has the rest of the traffic; null: there is none. */
  before: string | null
}

/**
 * What is live is ill already. A version that answers in its place is kept, whatever else of this run fails; one that does not may
 * still be well behind pages that are ill, so it stays until the step of the pages has judged both.
 */
async function repair(deployment: Deployment, origin: string, { next, before }: Change): Promise<void> {
  await giveAll(deployment, next)
  const problem = await watchRepair(deployment, origin, next)
  if (problem === null) return
  deployment.print(`      it does not answer yet: ${problem}`)
  if (before !== null) returnTo(deployment, before)
}

/** Gives a version all traffic: at once where nobody can be harmed, else more and more of it. @throws Ill */
export async function release(deployment: Deployment, { next, before }: Change): Promise<void> {
  const origin = await answeringOrigin(deployment)
  const illness = origin === null ? null : await illnessOf(deployment, origin)
  if (origin !== null && illness !== null) {
    deployment.print(`      what is live is ill, so the new version gets all traffic at once: ${illness}`)
    return repair(deployment, origin, { next, before })
  }
  if (before !== null) returnTo(deployment, before)
  // Without pages nobody reaches the Worker yet, and without a version before it nothing could answer in its place.
  if (origin === null || before === null) {
    await giveAll(deployment, next)
    return watch(deployment, next)
  }
  for (const percentage of shares) {
    const rest = percentage === 100 ? [] : [{ version_id: before, percentage: 100 - percentage }]
    await setShares(deployment, [{ version_id: next, percentage }, ...rest])
    deployment.print(`      ${percentage} % of the traffic`)
    await watch(deployment, next)
  }
}

/** @throws Ill */
export async function watch(deployment: Deployment, version: string): Promise<void> {
  const origin = await answeringOrigin(deployment)
  const problem = origin === null ? null : await watchHealth(deployment, origin, version)
  if (problem !== null) throw new Ill(`Version ${version} of the Worker is ill: ${problem}`)
}
