// Whether the product answers, and which version of the Worker does.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { named } from './stage.ts'
import { accountPath, type Deployment } from './deployment.ts'

/** The Pages project in production; the name in web/wrangler.toml. */
export const projectName = ({ stage }: Pick<Deployment, 'stage'>): string => named(stage, 'ai-platform')

export const project = z.object({
  name: z.string(),
  subdomain: z.string(),
  /** What production serves now, also after a return to something older; null: nothing was published yet. */
  canonical_deployment: z
    .object({
      id: z.string(),
      deployment_trigger: z.object({ metadata: z.object({ commit_hash: z.string().nullish() }).nullish() }).nullish()
    })
    .nullish()
})

export const projectPath = (deployment: Deployment): string =>
  `${accountPath(deployment)}/pages/projects/${projectName(deployment)}`

/** The address of the pages that needs no domain yet; null while nothing is published there. */
export async function answeringOrigin(deployment: Deployment): Promise<string | null> {
  const found = await deployment.api.find(projectPath(deployment), project)
  if (!found?.canonical_deployment) return null
  return deployment.environment['DEPLOY_HEALTH_ORIGIN'] || `https://${found.subdomain}`
}

const health = z.object({ success: z.literal(true), data: z.object({ version: z.string() }) })

/** How often the wanted version must answer well, and how many answers that are bad end the watch. */
const enough = { good: 3, bad: 3 } as const
/** Answers without one of the wanted version; at a tenth of the traffic fewer than one of ten thousand watches sees so many. */
const patience = 90

async function ask(origin: string, signal: AbortSignal): Promise<{ version?: string; problem?: string }> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
    const response = await fetch(`${origin}/api/health`, { signal: limit, headers: { 'cache-control': 'no-store' } })
    const text = await response.text()
    const parsed = health.safeParse(response.ok ? JSON.parse(text) : null)
    if (parsed.success) return { version: parsed.data.data.version }
    return { problem: `/api/health answers ${response.status} ${text.slice(0, 300)}` }
  } catch (error) {
    signal.throwIfAborted()
    return { problem: `/api/health does not answer: ${String(error)}` }
  }
}

const pauseBetween = ({ watchMs, signal }: Deployment) => pause(Math.min(1000, watchMs / 20), undefined, { signal })

/** @returns what is wrong with what is live before anything changes; null: it answers */
export async function illnessOf(deployment: Deployment, origin: string): Promise<string | null> {
  let problem: string | undefined
  for (let asked = 0; asked < enough.bad; asked++) {
    ;({ problem } = await ask(origin, deployment.signal))
    if (problem === undefined) return null
    await pauseBetween(deployment)
  }
  return problem ?? null
}

/**
 * Asks for the health again and again, for as long as the deployment watches and until the version has answered.
 * @returns what is wrong; null: nothing
 */
export async function watchHealth(deployment: Deployment, origin: string, version: string): Promise<string | null> {
  const until = Date.now() + deployment.watchMs
  let good = 0
  let bad = 0
  for (let asked = 0; Date.now() < until || good < enough.good; asked++) {
    if (asked >= patience && good === 0) return `the new version has not answered ${patience} times`
    const answer = await ask(origin, deployment.signal)
    if (answer.version === version) good += 1
    if (answer.problem !== undefined && ++bad === enough.bad) return answer.problem
    await pauseBetween(deployment)
  }
  return null
}

/**
 * Waits until the version answers in the place of one that is ill. An answer that is bad does not say whose it is, and for some
 * seconds it may be the old one's, so only good answers count, and none of the last may be bad.
 * @returns what is wrong; null: nothing
 */
export async function watchRepair(deployment: Deployment, origin: string, version: string): Promise<string | null> {
  let problem = `the new version has not answered ${patience} times`
  let good = 0
  for (let asked = 0; asked < patience; asked++) {
    const answer = await ask(origin, deployment.signal)
    if (answer.problem !== undefined) problem = answer.problem
    good = answer.version === version ? good + 1 : 0
    if (good === enough.good) return null
    await pauseBetween(deployment)
  }
  return problem
}
