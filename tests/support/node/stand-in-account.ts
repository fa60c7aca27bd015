// An account at Cloudflare on this machine, whose API and site answer on a port of their own.
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createCloudflareApi, createDeployedSite } from '../../../sandbox/cloudflare/routes.ts'
import { makePushKeys } from '#scripts/deploy/secret-list.ts'
import { type Account, createAccount } from '../../../sandbox/cloudflare/state.ts'

export interface StandInAccount {
  account: Account
  apiBase: string
  siteOrigin: string
  /** Calls since the last look that change something, as `METHOD path`. A query that only selects changes nothing. */
  changes: () => string[]
  close: () => void
}

const isSelect = (body: unknown) => /^\s*select\b/i.test(String((body as { sql?: unknown } | null)?.sql))

/** Ids differ from one run to the next. */
const withoutIds = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, '…')

export async function startAccount(): Promise<StandInAccount> {
  const account = createAccount()
  const app = new Hono()
  app.route('/client/v4', createCloudflareApi(account))
  app.route('/site', createDeployedSite(account))
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  let seen = 0
  const changes = () => {
    const calls = account.calls.slice(seen).filter(({ method, body }) => method !== 'GET' && !isSelect(body))
    seen = account.calls.length
    return calls.map(({ method, path }) => `${method} ${withoutIds(path)}`)
  }
  return { account, apiBase: `${origin}/client/v4`, siteOrigin: `${origin}/site`, changes, close: () => server.close() }
}

/** Settings of a stage as an operator writes them. */
export const stageSettings = {
  account: '0123456789abcdef0123456789abcdef',
  zone: 'my-company.ru',
  site: 'ai.my-company.ru',
  location: 'eeur' as const,
  variables: {
    MAIL_FROM_EMAIL: 'noreply@my-company.ru',
    ALARM_MAIL_TO: 'alarm@my-company.ru',
    MIDJOURNEY_BASE_URL: 'https://midjourney.my-company.ru'
  } as Record<string, string>,
  build: { VITE_OPERATOR_NAME: 'ИП Иванов Иван Иванович' } as Record<string, string>
}

const asked = ['OPENAI', 'ANTHROPIC', 'XAI', 'BFL', 'STABILITY', 'MIDJOURNEY', 'ELEVENLABS', 'LUMA', 'RUNWAY', 'GOOGLE']

/** Every secret of a stage, as an operator without a terminal gives them: in the environment. */
export function stageSecrets(): Record<string, string> {
  return {
    ...Object.fromEntries(asked.map((name) => [`${name}_API_KEY`, `sk-4Qm9Zt2Lx7Vw${name.toLowerCase()}`])),
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'live_4Qm9Zt2Lx7Vw',
    JWT_SECRET: 'nR4tYb9Fs3HcJd6MgAe5UpZ8kV2qLw7X',
    ...makePushKeys(),
    OPERATOR_TOKEN: 'pZ8kV2qLw7XnR4tYb9Fs3HcJd6MgAe5U',
    BACKUP_TOKEN: 'Yb9Fs3HcJd6MgAe5UpZ8kV2qLw7XnR4t',
    FACTOR_SECRET: 'Lw7XnR4tYb9Fs3HcJd6MgAe5UpZ8kV2q'
  }
}
