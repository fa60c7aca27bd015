// What of a Worker is live, and what was uploaded. A version is known by its tag: a fingerprint of all that it was made of.
import { z } from 'zod'
import { stageConfig } from './config.ts'
import { accountPath, type Deployment } from './deployment.ts'

const scripts = z.array(z.object({ id: z.string(), migration_tag: z.string().nullish() }))
const deployments = z.object({
  deployments: z.array(z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) }))
})
const uploaded = z.object({
  id: z.string(),
  number: z.number().default(0),
  annotations: z.record(z.string(), z.string().optional()).optional()
})
const versions = z.object({ items: z.array(uploaded) })

export interface Running {
  /** Version with its share, the largest first. */
  versions: { id: string; percentage: number; tag: string | null }[]
  /** The newest change of the objects' classes that it has. */
  migration: string | null
}

const tagOf = ({ annotations }: z.infer<typeof uploaded>) => annotations?.['workers/tag'] ?? null

/** @param name of the Worker; default: the one of the API */
export const scriptPath = (
  deployment: Deployment,
  name = stageConfig(deployment.stage, deployment.settings).name
): string => `${accountPath(deployment)}/workers/scripts/${name}`

export async function findRunning(deployment: Deployment, name: string): Promise<Running | null> {
  const { api } = deployment
  const path = scriptPath(deployment, name)
  const all = await api.find(`${accountPath(deployment)}/workers/scripts`, scripts)
  const script = all?.find(({ id }) => id === name)
  if (!script) return null
  const found = await api.find(`${path}/deployments`, deployments)
  const shared = found?.deployments[0]?.versions.toSorted((one, other) => other.percentage - one.percentage) ?? []
  const named = await Promise.all(
    shared.map(async ({ version_id: id, percentage }) => {
      const seen = await api.find(`${path}/versions/${id}`, uploaded)
      return { id, percentage, tag: seen && tagOf(seen) }
    })
  )
  return { versions: named, migration: script.migration_tag ?? null }
}

/** The newest version of the API with this tag: one with other secrets may have the same. */
export async function findUploaded(deployment: Deployment, tag: string): Promise<string | null> {
  const found = await deployment.api.find(`${scriptPath(deployment)}/versions?deployable=true`, versions)
  const same = found?.items.filter((one) => tagOf(one) === tag) ?? []
  return same.toSorted((one, other) => other.number - one.number)[0]?.id ?? null
}
