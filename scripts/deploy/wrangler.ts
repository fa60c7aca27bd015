import { SetupProblem } from '../setup-problem.ts'
import { runTool } from '../tool.ts'
import { wrangler } from '../wrangler.ts'
import type { Deployment } from './deployment.ts'

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
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      // With CI set, wrangler asks nothing.
      CI: 'true',
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
      CLOUDFLARE_API_TOKEN: token,
      CLOUDFLARE_ACCOUNT_ID: settings.account,
      CLOUDFLARE_API_BASE_URL: apiBase,
      CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_SEND_ERROR_REPORTS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_LOG_PATH: `${folder}/logs`,
      WRANGLER_CACHE_DIR: `${folder}/cache`
    },
    signal,
    ...(cwd !== undefined && { cwd })
  })
  // Before the error it says what it does, which the steps have said.
  if (!succeeded)
    throw new SetupProblem(`wrangler ${words[0]}: ${output.slice(Math.max(0, output.indexOf('ERROR'))).trim()}`)
}
