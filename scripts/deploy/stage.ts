// A stage is one deployment of the whole product: its own databases, queues, bucket, Worker and Pages project.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { isPlaceholderHost } from '#domain/production-settings.ts'
import { root } from '../base/root.ts'
import { SetupProblem } from '../base/setup-problem.ts'

export const stages = ['staging', 'production'] as const
export type Stage = (typeof stages)[number]

const domain = z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain, like my-company.ru')
const noAddress = 'must be the address of your proxy, or a list of its addresses'
const address = z.union([z.ipv4(), z.ipv6()], noAddress)
/** Of the secrets, none may stand in a file. */
const variableName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of a setting')
const buildName = z.string().regex(/^VITE_[A-Z0-9_]+$/, 'must be a build variable, like VITE_OPERATOR_NAME')

const settings = z
  .strictObject({
    /** Of Cloudflare; it stands in the address of its dashboard. */
    account: z.string().regex(/^[0-9a-f]{32}$/, 'must be the 32 hexadecimal digits of an account'),
    zone: domain,
    /** Where the pages are: the zone itself, or a name below it. */
    site: domain,
    /** Where the databases and files are kept: developers.cloudflare.com/d1/configuration/data-location. */
    location: z.enum(['weur', 'eeur', 'wnam', 'enam', 'apac', 'oc']),
    /** The addresses of a machine that speaks with the pages for users inside the country: docs/proxy/nginx.conf. */
    proxy: z.union([address.transform((one) => [one]), z.array(address).min(1, noAddress)], noAddress).optional(),
    variables: z.record(variableName, z.string()),
    build: z.record(buildName, z.string())
  })
  .refine(({ site, zone }) => site === zone || site.endsWith(`.${zone}`), 'site must be the zone, or a name below it')

/** What a stage's file holds; docs/operate.md describes it. */
export type StageSettings = z.infer<typeof settings>

export const exampleFile = join(root, 'stages/example.json')

/** Addresses of the example that letters and pages would name to users. */
const placeholders = ({ build, variables }: StageSettings): string[] =>
  Object.entries({ ...build, ...variables }).flatMap(([name, value]) =>
    name.endsWith('_EMAIL') && isPlaceholderHost(value.slice(value.lastIndexOf('@') + 1))
      ? [`${name} must not be at a placeholder host`]
      : []
  )

/** @throws SetupProblem that names each wrong field, and each address that was left as the example has it */
export function readSettings(file: string): StageSettings {
  if (!existsSync(file))
    throw new SetupProblem(
      `${relative(root, file)} is missing: copy ${relative(root, exampleFile)} to it and fill it in (docs/operate.md).`
    )
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new SetupProblem(`${relative(root, file)} is not JSON`)
  }
  const parsed = settings.safeParse(content)
  const problems = parsed.success
    ? placeholders(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (parsed.success && (problems.length === 0 || file === exampleFile)) return parsed.data
  throw new SetupProblem(`${relative(root, file)}: ${problems.join('; ')}`)
}

/** What a thing of production is called in this stage: two stages may share an account (`domain/queue-name.ts` knows it). */
export const named = (stage: Stage, name: string): string => (stage === 'production' ? name : `${name}-${stage}`)
