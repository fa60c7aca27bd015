// Brings a stage of the product to an account of Cloudflare, or to its newest state: docs/operate.md.
import { resolve } from 'node:path'
import { askHidden } from './deploy/ask.ts'
import { cloudflare, emptyAccount, usualApi } from './deploy/cloudflare.ts'
import { type Deployment, folderOf } from './deploy/deployment.ts'
import { stepsOf } from './deploy/plan.ts'
import { exampleFile, readSettings, type Stage, stages, type StageSettings, settingsFile } from './deploy/stage.ts'
import { goThrough } from './deploy/steps.ts'
import { main } from './main.ts'
import { SetupProblem } from './setup-problem.ts'

const usage = `npm run deploy -- ${stages.join('|')} [--dry-run] [--renew=NAME,…]

--dry-run  looks at the account, says each step in order, and changes nothing; it needs no token
--renew    sets these secrets anew although they are there

CLOUDFLARE_API_TOKEN holds the token. Secrets are taken from the environment, or asked for.`

const isStage = (word: string | undefined): word is Stage => stages.some((stage) => stage === word)

interface Order {
  stage: Stage
  dry: boolean
  renewed: ReadonlySet<string>
}

const isOption = (word: string) => word === '--dry-run' || word.startsWith('--renew=')

function orderIn([stage, ...options]: string[]): Order {
  if (!isStage(stage)) throw new SetupProblem(usage)
  const renewed = options.find((option) => option.startsWith('--renew='))?.slice('--renew='.length)
  if (!options.every(isOption) || renewed === '') throw new SetupProblem(usage)
  return { stage, dry: options.includes('--dry-run'), renewed: new Set(renewed?.split(',')) }
}

/** A dry run shows the way also to somebody who has not begun: it then goes by the example. */
function settingsFor({ stage, dry }: Order): StageSettings {
  try {
    return readSettings(settingsFile(stage))
  } catch (error) {
    if (!dry || !(error instanceof SetupProblem)) throw error
    console.log(` 0. Settings of the stage: you\n      ! ${error.message}`)
    return readSettings(exampleFile)
  }
}

/** How long each share of the traffic is watched, seconds. */
const usualWatchSeconds = 60

function deploymentFor(order: Order, signal: AbortSignal): Deployment {
  const { env: environment, stdin, stderr } = process
  const token = environment['CLOUDFLARE_API_TOKEN'] || undefined
  const apiBase = environment['CLOUDFLARE_API_BASE_URL'] || usualApi
  const seconds = Number(environment['DEPLOY_WATCH_SECONDS'] || usualWatchSeconds)
  if (token === undefined && !order.dry) throw new SetupProblem('CLOUDFLARE_API_TOKEN is missing: see --dry-run.')
  return {
    ...order,
    settings: settingsFor(order),
    api: token === undefined ? emptyAccount : cloudflare(token, apiBase, signal),
    token,
    apiBase,
    folder: resolve(folderOf(order.stage)),
    print: (line) => console.log(line),
    ask: stdin.isTTY ? askHidden({ input: stdin, output: stderr }) : null,
    environment,
    watchMs: seconds * 1000,
    signal,
    databases: new Map(),
    undoing: [],
    newSecrets: new Set(),
    secrets: new Map()
  }
}

await main(async (signal) => {
  const order = orderIn(process.argv.slice(2))
  const deployment = deploymentFor(order, signal)
  const { made, waiting } = await goThrough(stepsOf(deployment), deployment)
  const done = made === 0 ? 'Nothing to do' : `${made} steps ${order.dry ? 'to do' : 'done'}`
  console.log(
    `\n${done}${waiting === 0 ? '' : `, and ${waiting} of yours before them`}: https://${deployment.settings.site}`
  )
})
