// The Worker that reads documents, beside the other Worker in the runtime of the tests.
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { experimental_readRawConfig } from 'wrangler'
import { root } from '#scripts/base/root.ts'

async function script(): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      ssr: join(root, 'reader/index.ts'),
      rolldownOptions: { external: ['cloudflare:workers'], output: { codeSplitting: false } }
    },
    ssr: { noExternal: true, target: 'webworker' }
  })
  const [chunk] = (result as Rolldown.RolldownOutput).output
  return chunk.code
}

let built: Promise<string> | undefined

/** Miniflare's options, by reader/wrangler.toml. They are asked for once for each runtime of the tests; the script is built for the first. */
export async function readerWorker() {
  built ??= script()
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'reader/wrangler.toml') })
  return {
    name: rawConfig.name,
    compatibilityDate: rawConfig.compatibility_date,
    modules: [{ type: 'ESModule' as const, path: 'reader.js', contents: await built }]
  }
}
