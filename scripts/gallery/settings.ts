// The keys and addresses of the suppliers, by the names that the Worker gives them (docs/environment.md).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { experimental_readRawConfig } from 'wrangler'
import type { MediaProvider } from '#contract/catalogue/entry.ts'
import type { MediaSettings } from '#providers/media/environment-connections.ts'
import { root } from '../base/root.ts'
import { SetupProblem } from '../base/setup-problem.ts'
import { drawingSuppliers } from './makers.ts'

export interface GallerySettings {
  media: MediaSettings
  /** The suppliers of pictures whose key is there. */
  present: ReadonlySet<MediaProvider>
}

/**
 * Addresses that are not set are those of a deployment; keys have no default.
 * @param environment of this process; .dev.vars at the root stands behind it
 * @throws SetupProblem for an address that is none
 */
export function gallerySettings(environment: Readonly<Record<string, string | undefined>>): GallerySettings {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'wrangler.toml') })
  const file = join(root, '.dev.vars')
  const usual = rawConfig.env?.['production']?.vars ?? {}
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return settingsIn({ ...usual, ...own, ...environment })
}

function settingsIn(values: Readonly<Record<string, unknown>>): GallerySettings {
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  const media: Record<string, string> = {}
  const present = new Set<MediaProvider>()
  for (const name of drawingSuppliers) {
    const [key, address] = [`${name.toUpperCase()}_API_KEY`, `${name.toUpperCase()}_BASE_URL`]
    media[key] = textOf(key)
    media[address] = textOf(address)
    if (media[key] === '') continue
    const url = URL.parse(media[address])
    if (!url || media[address].endsWith('/')) throw new SetupProblem(`${address} must be a URL without a final slash`)
    if (url.hostname.endsWith('.example')) throw new SetupProblem(`${address} is missing: ${key} is set`)
    present.add(name)
  }
  return { media: media as unknown as MediaSettings, present }
}
