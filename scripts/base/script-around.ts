// A script around that of the API Worker, whose own files stay as they are deployed: the end-to-end tests add calls to them. To build and
// minify everything anew, with another entry, would take a processor a quarter of a minute.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unlessUnchanged } from './fingerprint.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { root } from './root.ts'
import { buildScript, entryName, pureModules, scriptInputs, workerMain } from './worker-script.ts'

/** Where the product's own script lies in the folder of the one around it. */
const productFolder = 'product'

async function build(main: string, folder: string): Promise<void> {
  // Loaded here, because a script that is there already needs none of it.
  const vite = await import('vite')
  const product = {
    name: 'the product as it was built',
    enforce: 'pre' as const,
    resolveId: (source: string) =>
      source === `#${workerMain}` ? { id: `./${productFolder}/${entryName}`, external: true } : null
  }
  await vite.build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [product],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      target: 'es2024',
      ssr: true,
      rolldownOptions: {
        input: { index: join(root, main) },
        external: [/^cloudflare:/, /^node:/],
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: [{ test: pureModules, sideEffects: false }] },
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' }
      }
    },
    ssr: { noExternal: true, target: 'webworker', resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] } }
  })
}

/**
 * Puts it into the folder, and the product's own beside it; builds what has changed.
 * @param main the entry file, relative to the repository's folder, which imports `#worker/index.ts`
 */
export async function buildScriptAround(main: string, folder: string): Promise<void> {
  await buildScript(workerMain, join(folder, productFolder))
  const kept = join(root, 'node_modules/.cache/scripts', main)
  mkdirSync(dirname(kept), { recursive: true })
  const inputs = [...scriptInputs, dirname(main), 'scripts/base/script-around.ts']
  await oneAtATime(`${kept}.lock`, async () => {
    await unlessUnchanged(join(kept, 'inputs.sha256'), inputs, async () => {
      rmSync(kept, { recursive: true, force: true })
      await build(main, join(kept, 'files'))
    })
    cpSync(join(kept, 'files'), folder, { recursive: true })
  })
}
