import { join } from 'node:path'
import { root } from './root.ts'

/** The file to run with Node. */
export const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')

/**
 * Keeps wrangler from reporting anything, and from writing outside the data folder.
 * @param given what it sees of this process's environment
 */
export const wranglerEnvironment = (dataFolder: string, given = process.env): NodeJS.ProcessEnv => ({
  ...given,
  NODE_ENV: 'production',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
  DO_NOT_TRACK: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_LOG_PATH: join(dataFolder, 'logs/wrangler'),
  WRANGLER_REGISTRY_PATH: join(dataFolder, 'registry'),
  WRANGLER_CACHE_DIR: join(dataFolder, 'cache'),
  X_LOCAL_OBSERVABILITY: 'false',
  NO_COLOR: '1'
})
