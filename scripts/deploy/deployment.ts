import { SetupProblem } from '../base/setup-problem.ts'
import { runTool } from '../base/tool.ts'
import { wrangler, wranglerEnvironment } from '../base/wrangler.ts'
import type { Cloudflare } from './cloudflare.ts'
import type { StageConfig } from './config.ts'
import type { Stage, StageSettings } from './stage.ts'
import type { Undo } from './steps.ts'

/** @param skipped what is said of leaving it out, where it may be: then nothing typed is an empty answer */
type Ask = (name: string, problemOf: (value: string) => string | null, skipped?: string) => Promise<string>

/** What the steps of one run share. */
export interface Deployment {
  stage: Stage
  settings: StageSettings
  /** The Worker's; the step of the databases puts their ids into it. */
  config: StageConfig
  api: Cloudflare
  /** Where the API has the account. */
  account: string
  /** Id of the domain, when the account has it; the step that looks for it sets it. */
  zone: string | null
  /** A dry run without one sees an empty account. */
  token: string | undefined
  apiBase: string
  dry: boolean
  /** Generated files of this run; ignored by git. */
  folder: string
  print: (line: string) => void
  /** Asks a person for a secret without showing it. Null: there is no person to ask. */
  ask: Ask | null
  /** Settings of this process, from which secrets are taken before anybody is asked. */
  environment: NodeJS.ProcessEnv
  /** Secrets that are set anew although they are there. */
  renewed: ReadonlySet<string>
  /** How long each share of the traffic is watched. */
  watchMs: number
  signal: AbortSignal
  /** What takes back what this run put before users. */
  undoing: Undo[]
  /** Names of the secrets that this run sets; the step that looks for them fills it. */
  newSecrets: Set<string>
  /** Names of all that are there or that this run sets; the same step fills it. */
  secretNames: Set<string>
  /** Their values, once they are given. */
  secrets: Map<string, string>
}

/** Where compiled programs lie (scripts/run.mjs): wrangler, which is started for each step, is compiled once. */
const compileCache = ({ NODE_COMPILE_CACHE } = process.env) => (NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {})

/**
 * Runs wrangler against the account of the deployment. The token goes through the environment, where `ps` does not show it.
 * @throws SetupProblem with what wrangler printed, which never holds a secret
 */
export async function runWrangler(
  { token = '', settings, apiBase, signal, folder }: Deployment,
  words: string[],
  cwd?: string
): Promise<void> {
  const { succeeded, output } = await runTool({
    nodeArguments: [wrangler, ...words],
    environment: {
      ...wranglerEnvironment(folder, { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache() }),
      // With CI set, wrangler asks nothing.
      CI: 'true',
      CLOUDFLARE_API_TOKEN: token,
      CLOUDFLARE_ACCOUNT_ID: settings.account,
      CLOUDFLARE_API_BASE_URL: apiBase
    },
    signal,
    ...(cwd !== undefined && { cwd })
  })
  // Before the error it says what it does, which the steps have said.
  if (!succeeded)
    throw new SetupProblem(`wrangler ${words[0]}: ${output.slice(Math.max(0, output.indexOf('ERROR'))).trim()}`)
}
