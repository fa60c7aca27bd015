import { cloudflare } from '#scripts/deploy/cloudflare.ts'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { type StandInAccount, stageSettings } from './stand-in-account.ts'

/** A deployment of production to this account, by nobody who could be asked. */
export const deploymentTo = (
  cloud: StandInAccount,
  change: Partial<Deployment> & Pick<Deployment, 'folder' | 'print'>
): Deployment => ({
  stage: 'production',
  settings: stageSettings,
  api: cloudflare('a-token', cloud.apiBase, new AbortController().signal),
  token: 'a-token',
  apiBase: cloud.apiBase,
  dry: false,
  ask: null,
  environment: {},
  renewed: new Set(),
  watchMs: 0,
  signal: new AbortController().signal,
  undoing: [],
  databases: new Map(),
  newSecrets: new Set(),
  secrets: new Map(),
  ...change
})
