// One script of all that the Worker's tests import: the product, its packages and what supports the tests. Module by module each runtime asked
// Vitest for a thousand of them, and was ready after three times the work; and each use of an import was a call.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { root } from '#scripts/base/root.ts'

/** The beginning of the name of a run's folder with its scripts. */
const prefix = 'worker-tests-'

/** The runtime itself loads the scripts: Vitest would rewrite them, and send them character by character. */
export const bundledModules = { type: 'ESModule' as const, include: [`**/${prefix}*/*.mjs`] }

const shared = 'all-modules.mjs'

/** Vitest runs these anew for each file. */
const setupFiles = ['tests/support/fail-on-console-error.ts', 'tests/support/worker/setup.ts'].map((name) =>
  join(root, name)
)

const testFiles = () =>
  readdirSync(join(root, 'tests/worker'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(root, 'tests/worker', name))

/** Where a file imports from; types are not imported. */
const imported = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm

const isOfRuntime = (name: string) => /^(?:cloudflare:|node:|vitest$)/.test(name)

function inputs(): string[] {
  const found = new Set([join(root, 'worker/index.ts')])
  for (const file of [...setupFiles, ...testFiles()])
    for (const [, one, late] of readFileSync(file, 'utf8').matchAll(imported)) {
      const name = one ?? late ?? ''
      // Plain data may be there twice.
      if (isOfRuntime(name) || name.endsWith('.json')) continue
      if (name.startsWith('#')) found.add(join(root, name.slice(1)))
      else found.add(name.startsWith('.') ? join(file, '..', name) : name)
    }
  return [...found]
}

/** What the runtime has once, under the names it has there. */
const given: Plugin = {
  name: 'given-by-the-runtime',
  enforce: 'pre',
  resolveId(name) {
    if (!isOfRuntime(name)) return undefined
    if (name === 'vitest')
      return { id: pathToFileURL(join(root, 'node_modules/vitest/dist/index.js')).href, external: true }
    return { id: name === 'cloudflare:test' ? 'cloudflare:test-internal' : name, external: true }
  }
}

const lately = '\0late:'

/**
 * What the product imports late comes from the same script. If a test imports that module too, it has a script of its own to hand on its exports,
 * which the runtime would ask for under another name than Vitest does, and with it the one script a second time.
 */
const late: Plugin = {
  name: 'late-from-the-same-script',
  enforce: 'pre',
  async resolveDynamicImport(name, importer) {
    if (typeof name !== 'string' || isOfRuntime(name)) return undefined
    const found = await this.resolve(name, importer)
    return found && !found.external ? lately + found.id : undefined
  },
  async load(id) {
    if (!id.startsWith(lately)) return undefined
    const file = id.slice(lately.length)
    const { exports } = await this.load({ id: file })
    const from = `from ${JSON.stringify(file)}`
    return `export * ${from}${exports?.includes('default') ? `\nexport { default } ${from}` : ''}`
  }
}

/** Fails loudly where all modules would be there a second time, with a state of their own. */
const loadedOnce = `if (globalThis.hasWorkerTestsScript) throw new Error('The script of the tests was loaded twice')
globalThis.hasWorkerTestsScript = true`

async function bundle(outDir: string): Promise<Rolldown.OutputChunk[]> {
  const conditions = ['workerd', 'worker', 'module', 'browser']
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'test',
    plugins: [given, late],
    resolve: { conditions, mainFields: ['browser', 'module', 'jsnext:main', 'jsnext'] },
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      // Of what a test finds wrong, Vitest tells the line in the source.
      sourcemap: true,
      target: 'esnext',
      ssr: true,
      rolldownOptions: {
        input: inputs(),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name].mjs',
          minifyInternalExports: false,
          intro: ({ name }) => (`${name}.mjs` === shared ? loadedOnce : ''),
          codeSplitting: { groups: [{ name: shared.replace('.mjs', ''), test: /./ }] }
        }
      }
    },
    ssr: { noExternal: true, target: 'webworker', resolve: { conditions } }
  })
  return (result as Rolldown.RolldownOutput).output.filter((one) => one.type === 'chunk')
}

/** Writes the scripts. @returns by module, the code that hands on what the shared script exports of it */
async function writeBundle(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = JSON.stringify(join(folder, shared))
  return new Map(
    (await bundle(folder)).flatMap(({ facadeModuleId, code }) =>
      facadeModuleId ? [[facadeModuleId, code.replaceAll(`"./${shared}"`, path)] as const] : []
    )
  )
}

/** Answers for each module that a test imports with what the one script exports of it. A run that watches the files loads them one by one. */
export function bundledWorker(): Plugin {
  const tests = new Set([...testFiles(), ...setupFiles])
  let isOn = true
  let made: Promise<Map<string, string>> | undefined
  return {
    name: 'bundled-worker',
    enforce: 'pre',
    configureVitest({ vitest, defineCacheKeyGenerator }) {
      isOn = !vitest.config.watch
      if (!isOn) return
      // While the first runtime starts. A failure is told where the script is asked for.
      made = writeBundle()
      made.catch(() => undefined)
      // From run to run Vitest keeps modules by their own text, which does not say what is handed on.
      defineCacheKeyGenerator(({ id }) => (tests.has(id) ? undefined : false))
    },
    async load(id) {
      const [file = ''] = id.split('?')
      if (!isOn || tests.has(file)) return undefined
      made ??= writeBundle()
      const code = (await made).get(file)
      if (code !== undefined) return { code, map: { mappings: '' } }
      // It would be there a second time, with a state of its own.
      if (file.startsWith(root) && !file.endsWith('.json')) throw new Error(`${file} is not in the script of the tests`)
      return undefined
    }
  }
}
