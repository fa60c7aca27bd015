// Builds the script of the API Worker: minified, and divided. Modules that are imported on demand are files of their
// own, which a fresh isolate parses only then. wrangler would put everything into one file, so it uploads these files unchanged.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Rolldown } from 'vite'
import { zodWithoutUnused } from '#web/zod-without-unused.ts'
import { catalogueWithoutForms } from './catalogue-without-forms.ts'
import { drizzleWithoutUnused } from './drizzle-without-unused.ts'
import { endpointsWithoutOutputs } from './endpoints-without-outputs.ts'
import { unlessUnchanged } from './fingerprint.ts'
import { minifyScript } from './minify-script.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { packagesWithoutUnused } from './packages-without-unused.ts'
import { root } from './root.ts'
import { filesOfScript, namedInVain } from './script-files.ts'
import { sqlInOneLine } from './sql-in-one-line.ts'
import { tablesWithoutRules } from './tables-without-rules.ts'
import { webauthnWithoutAttestation } from './webauthn-without-attestation.ts'

/** Our modules have no effects while they are loaded, so their unused parts are left out. */
export const pureModules = new RegExp(
  `^${root.replaceAll(/\W/g, '\\$&')}/(contract|data|domain|durable-objects|formats|notices|providers|queues|worker)/`
)

/** A schema, a call or a table that nothing uses is left out, too. The names count in packages as well: a test looks there. */
export const pureFunctions = ['z', 'endpoint', 'sqliteTable']

export interface ScriptFile {
  /** Relative to the folder of the script. */
  name: string
  code: string
  /** The files that are loaded with it. */
  imports: readonly string[]
  /** The files that its code can load later. */
  lateImports: readonly string[]
  /** The module, relative to the repository's folder, that others load late by this file; null: it is only a part of others. */
  source: string | null
}

/** The product's own entry file. */
export const workerMain = 'worker/index.ts'

export const entryName = 'index.js'

/** What a script is made of, and what makes it. */
export const scriptInputs = [
  'contract',
  'data',
  'domain',
  'durable-objects',
  'formats',
  'notices',
  'providers',
  'queues',
  'scripts/base/catalogue-without-forms.ts',
  'scripts/base/drizzle-parts.ts',
  'scripts/base/drizzle-without-unused.ts',
  'scripts/base/endpoints-without-outputs.ts',
  'scripts/base/minify-script.ts',
  'scripts/base/packages-without-unused.ts',
  'scripts/base/script-files.ts',
  'scripts/base/source-tree.ts',
  'scripts/base/sql-in-one-line.ts',
  'scripts/base/tables-without-rules.ts',
  'scripts/base/webauthn-without-attestation.ts',
  'scripts/base/worker-script.ts',
  'web/zod-parts.ts',
  'web/zod-without-unused.ts',
  'worker',
  'package-lock.json',
  'tsconfig.base.json'
]

/** Other entries than the product's, as those of a bench, need not have every module that the files name. */
const expectNamedModules = (main: string): Rolldown.Plugin => ({
  name: 'expect-named-modules',
  buildEnd(error) {
    const missing = error || main !== workerMain ? [] : namedInVain(root, [...this.getModuleIds()])
    if (missing.length > 0) throw new Error(`scripts/base/script-files.ts names no module: ${missing.join(', ')}`)
  }
})

async function build(main: string, folder: string): Promise<Omit<ScriptFile, 'code'>[]> {
  // Loaded here, because a script that is there already needs none of it.
  const vite = await import('vite')
  const built = await vite.build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [
      zodWithoutUnused,
      drizzleWithoutUnused,
      packagesWithoutUnused,
      webauthnWithoutAttestation,
      endpointsWithoutOutputs,
      tablesWithoutRules,
      catalogueWithoutForms,
      sqlInOneLine,
      expectNamedModules(main)
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      write: false,
      target: 'es2024',
      ssr: true,
      sourcemap: true,
      rolldownOptions: {
        input: { index: join(root, main) },
        external: [/^cloudflare:/, /^node:/],
        // workerd takes every export of the entry for a handler or a class.
        preserveEntrySignatures: 'strict',
        treeshake: {
          moduleSideEffects: [{ test: pureModules, sideEffects: false }],
          manualPureFunctions: pureFunctions
        },
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          entryFileNames: '[name].js',
          // They are uploaded together and no cache keeps them, so a hash in each name, and wherever it is imported, tells nothing.
          chunkFileNames: 'parts/[name].js',
          codeSplitting: { groups: filesOfScript(root) },
          // Done below, for all files together.
          minify: false,
          minifyInternalExports: false
        }
      }
    },
    ssr: { noExternal: true, target: 'webworker', resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] } }
  })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  const files = await minifyScript(chunks)
  for (const [index, { fileName }] of chunks.entries()) {
    const path = join(folder, fileName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${files[index]?.code}\n//# sourceMappingURL=${basename(path)}.map\n`)
    writeFileSync(`${path}.map`, files[index]?.map ?? '')
  }
  return chunks
    .map(({ fileName: name, imports, dynamicImports: lateImports, facadeModuleId }) => ({
      name,
      imports,
      lateImports,
      source: facadeModuleId && relative(root, facadeModuleId)
    }))
    .toSorted((one, other) => Number(other.name === entryName) - Number(one.name === entryName))
}

/**
 * Puts it into the folder, which is emptied first. It is built unless the last one with this entry was made of the same files; while
 * another process builds, waits for it.
 * @param main the entry file, relative to the repository's folder
 * @returns the files, the entry first
 */
export function buildScript(main: string, folder: string): Promise<ScriptFile[]> {
  const kept = join(root, 'node_modules/.cache/scripts', main)
  const [built, list] = [join(kept, 'files'), join(kept, 'files.json')]
  mkdirSync(dirname(kept), { recursive: true })
  return oneAtATime(`${kept}.lock`, async () => {
    await unlessUnchanged(join(kept, 'inputs.sha256'), [...scriptInputs, dirname(main)], async () => {
      rmSync(kept, { recursive: true, force: true })
      const files = await build(main, built)
      writeFileSync(list, JSON.stringify(files))
    })
    rmSync(folder, { recursive: true, force: true })
    cpSync(built, folder, { recursive: true })
    const files: Omit<ScriptFile, 'code'>[] = JSON.parse(readFileSync(list, 'utf8'))
    return files.map((file) => ({ ...file, code: readFileSync(join(folder, file.name), 'utf8') }))
  })
}

/**
 * The settings with which wrangler uploads a built script: each file unchanged.
 * @param folder with everything that is uploaded
 * @param main the entry in it
 */
export const scriptConfig = (folder: string, main = entryName) => ({
  main: join(folder, main),
  base_dir: folder,
  no_bundle: true,
  find_additional_modules: true,
  rules: [{ type: 'ESModule' as const, globs: ['**/*.js'] }]
})
