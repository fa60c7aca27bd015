import { join } from 'node:path'
import { build } from 'vite'
import { unlessUnchanged } from './fingerprint.ts'
import { root } from './root.ts'

export const siteFolder = join(root, 'web/dist')

const inputs = [
  'web/index.html',
  'web/public',
  'web/src',
  'web/vite.config.ts',
  'contract',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'web/tsconfig.json'
]

/** Builds the SPA, unless the last build was made of the same files. The record lies in the folder that Vite empties. */
export const buildSite = () =>
  unlessUnchanged(join(siteFolder, '.vite/inputs.sha256'), inputs, () =>
    build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  )
