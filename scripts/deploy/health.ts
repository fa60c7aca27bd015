// Whether the product answers, and which version of the Worker does.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { SetupProblem } from '../base/setup-problem.ts'
import { reasonOf } from '../base/site-words.ts'
import type { Deployment } from './deployment.ts'
import { named } from './stage.ts'
import { Ill } from './steps.ts'

/** The Pages project in production; the name in web/wrangler.toml. */
export const projectName = ({ stage }: Pick<Deployment, 'stage'>): string => named(stage, 'ai-platform')

const project = z.object({
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
  `${deployment.account}/pages/projects/${projectName(deployment)}`

export const findProject = (deployment: Deployment) => deployment.api.find(projectPath(deployment), project)

const usualWatchSeconds = 60
const watchSecondsMax = 24 * 60 * 60

/** How long each share of the traffic is watched. @throws SetupProblem when the setting is no number of seconds */
export function watchMsOf({ DEPLOY_WATCH_SECONDS: value }: NodeJS.ProcessEnv): number {
  const seconds = Number(value || usualWatchSeconds)
  if (seconds >= 0 && seconds <= watchSecondsMax) return seconds * 1000
  throw new SetupProblem(`DEPLOY_WATCH_SECONDS must be a number of seconds, up to ${watchSecondsMax}.`)
}

/** The address of the pages that needs no domain yet; null while nothing is published there. */
export async function answeringOrigin(deployment: Deployment): Promise<string | null> {
  const found = await findProject(deployment)
  if (!found?.canonical_deployment) return null
  return deployment.environment['DEPLOY_HEALTH_ORIGIN'] || `https://${found.subdomain}`
}

const health = z.object({ success: z.literal(true), data: z.object({ version: z.string() }) })

/** How often the wanted version must answer well, and how many answers that are bad are an illness. */
const enough = 3
/** Answers without one of the wanted version; at a tenth of the traffic fewer than one of ten thousand watches sees so many. */
const patience = 90

interface Answer {
  version?: string
  problem?: string
}

/** @param versionIn of the body of an answer that is well; undefined: it is not */
async function ask(origin: string, path: string, signal: AbortSignal, versionIn: (body: string) => string | undefined) {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
    const response = await fetch(`${origin}${path}`, { signal: limit, headers: { 'cache-control': 'no-store' } })
    const body = await response.text()
    const version = response.ok ? versionIn(body) : undefined
    const answer: Answer =
      version === undefined ? { problem: `${path} answers ${response.status} ${body.slice(0, 300)}` } : { version }
    return answer
  } catch (error) {
    signal.throwIfAborted()
    return { problem: `${path} does not answer: ${reasonOf(error)}` }
  }
}

const askHealth = (origin: string, { signal }: Deployment): Promise<Answer> =>
  ask(origin, '/api/health', signal, (body) => health.safeParse(JSON.parse(body)).data?.data.version)

const pauseBetween = ({ watchMs, signal }: Deployment) => pause(Math.min(1000, watchMs / 20), undefined, { signal })

/** @returns what is wrong with what is live, each time it is asked; null: it answers, or nothing is live */
export async function illnessOf(deployment: Deployment, times = enough, home = false): Promise<string | null> {
  const origin = await answeringOrigin(deployment)
  if (origin === null) return null
  let problem: string | undefined
  for (let asked = 0; asked < times; asked++) {
    const page: Answer = home ? await ask(origin, '/', deployment.signal, () => '') : {}
    problem = page.problem ?? (await askHealth(origin, deployment)).problem
    if (problem === undefined) return null
    await pauseBetween(deployment)
  }
  return problem ?? null
}

/**
 * Asks for the health again and again, for as long as the deployment watches and until the version has answered often enough.
 * @param repairs it answers in the place of one that is ill. A bad answer does not say whose it is, and for some seconds it may be the
 * old one's, so none ends the watch; but the last ones must be good
 * @returns what is wrong; null: nothing, or nothing is published that could answer
 */
export async function watch(deployment: Deployment, version: string, repairs = false): Promise<string | null> {
  const origin = await answeringOrigin(deployment)
  if (origin === null) return null
  const until = Date.now() + (repairs ? 0 : deployment.watchMs)
  let problem = `the new version has not answered ${patience} times`
  let [good, bad] = [0, 0]
  for (let asked = 0; Date.now() < until || good < enough; asked++) {
    if (asked >= patience && (good === 0 || repairs)) return problem
    const answer = await askHealth(origin, deployment)
    if (answer.version === version) good += 1
    else if (repairs) good = 0
    if (answer.problem !== undefined) problem = answer.problem
    if (answer.problem !== undefined && ++bad === enough && !repairs) return problem
    await pauseBetween(deployment)
  }
  return null
}

/** New pages are everywhere within seconds; asked often enough, a slow start is no illness. */
const attempts = 30

/** Whether the home page and, through its Function, the API answer. @throws Ill */
export async function judgePages(deployment: Deployment): Promise<void> {
  if ((await answeringOrigin(deployment)) === null) throw new Ill('The project of the pages has no address')
  const problem = await illnessOf(deployment, attempts, true)
  if (problem !== null) throw new Ill(`The new pages are ill: ${problem}`)
}
