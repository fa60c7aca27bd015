// The Worker that reads documents, as one script, for the runtime in which the tests run the other Worker.
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { root } from '#scripts/root.ts'

export async function readerScript(): Promise<string> {
  const built = await build({
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
  const [chunk] = (built as Rolldown.RolldownOutput).output
  return chunk.code
}
