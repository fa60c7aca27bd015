import { root } from '../root.ts'
import { join } from 'node:path'
import type { Cloudflare } from './cloudflare.ts'
import type { Undo } from './steps.ts'
import type { Stage, StageSettings } from './stage.ts'

/** What the steps of one run share. */
export interface Deployment {
  stage: Stage
  settings: StageSettings
  api: Cloudflare
  /** A dry run without one sees an empty account. */
  token: string | undefined
  apiBase: string
  dry: boolean
  /** Generated files of this run; ignored by git. */
  folder: string
  print: (line: string) => void
  /** Asks a person for a secret without showing it. Null: there is nobody to ask. */
  ask: ((name: string, problemOf: (value: string) => string | null) => Promise<string>) | null
  /** Settings of this process, from which secrets are taken before anybody is asked. */
  environment: NodeJS.ProcessEnv
  /** Secrets that are set anew although they are there. */
  renewed: ReadonlySet<string>
  /** How long each share of the traffic is watched. */
  watchMs: number
  signal: AbortSignal
  /** What takes back what this run put before users. */
  undoing: Undo[]
  /** Ids of the databases by name; the steps fill it. */
  databases: Map<string, string>
  /** Names of the secrets that this run sets; the step that looks for them fills it. */
  newSecrets: Set<string>
  /** Their values, once they are given. */
  secrets: Map<string, string>
}

export const folderOf = (stage: Stage): string => process.env.DEPLOY_FOLDER || join(root, '.deploy', stage)

export const accountPath = ({ settings }: Pick<Deployment, 'settings'>): string => `/accounts/${settings.account}`
