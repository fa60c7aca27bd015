// Brings a stage of the product to an account of Cloudflare, or to its newest state: docs/operate.md.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askHidden } from './deploy/ask.ts'
import { cloudflare, emptyAccount } from './deploy/cloudflare.ts'
import { stageConfig } from './deploy/config.ts'
import type { Deployment } from './deploy/deployment.ts'
import { stepsOf } from './deploy/plan.ts'
import { watchMsOf } from './deploy/health.ts'
import { exampleFile, readSettings, stages, type StageSettings } from './deploy/stage.ts'
import { goThrough } from './deploy/steps.ts'
import { main } from './base/main.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'

const usage = `npm run deploy -- ${stages.join('|')} [--dry-run] [--renew=NAME,…]

--dry-run  looks at the account, says each step in order, and changes nothing; it needs no token
--renew    sets these secrets anew although they are there

CLOUDFLARE_API_TOKEN holds the token. Secrets are taken from the environment, or asked for.`

type Order = Pick<Deployment, 'stage' | 'dry' | 'renewed'>

function orderIn(words: string[]): Order {
  try {
    const options = { 'dry-run': { type: 'boolean' }, renew: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const names = values.renew?.split(',').map((name) => name.trim())
    const stage = stages.find((one) => one === positionals[0])
    if (!stage || positionals.length > 1 || names?.includes('')) throw new SetupProblem(usage)
    return { stage, dry: values['dry-run'] ?? false, renewed: new Set(names) }
  } catch {
    throw new SetupProblem(usage)
  }
}

/** A dry run also shows the way to a person who has not begun: it then uses the example. */
function settingsFor({ stage, dry }: Order): StageSettings {
  try {
    return readSettings(process.env['DEPLOY_SETTINGS'] || join(root, `stages/${stage}.json`))
  } catch (error) {
    if (!dry || !(error instanceof SetupProblem)) throw error
    console.log(` 0. Settings of the stage: you\n      ! ${error.message}`)
    return readSettings(exampleFile)
  }
}

const usualApi = 'https://api.cloudflare.com/client/v4'

function deploymentFor(order: Order, signal: AbortSignal): Deployment {
  const { env: environment, stdin, stderr } = process
  const token = environment['CLOUDFLARE_API_TOKEN'] || undefined
  const apiBase = environment['CLOUDFLARE_API_BASE_URL'] || usualApi
  if (token === undefined && !order.dry) throw new SetupProblem('CLOUDFLARE_API_TOKEN is missing: see --dry-run.')
  const settings = settingsFor(order)
  return {
    ...order,
    settings,
    config: stageConfig(order.stage, settings),
    account: `/accounts/${settings.account}`,
    zone: null,
    api: token === undefined ? emptyAccount : cloudflare(token, apiBase, signal),
    token,
    apiBase,
    folder: resolve(environment['DEPLOY_FOLDER'] || join(root, '.deploy', order.stage)),
    print: (line) => console.log(line),
    ask: stdin.isTTY ? askHidden({ input: stdin, output: stderr }) : null,
    environment,
    watchMs: watchMsOf(environment),
    signal,
    undoing: [],
    newSecrets: new Set(),
    secretNames: new Set(),
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
