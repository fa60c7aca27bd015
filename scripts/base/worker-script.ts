// Builds the script of the API Worker: minified, and divided. What a request, a message or the clock imports when it comes is a file of its
// own, which a fresh isolate parses only then. wrangler would put everything into one file, so it gets what is built here as it is.
import { basename, dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { root } from './root.ts'

/** Our modules do nothing while they are loaded, so what nobody uses of them is left out. */
const pureModules = new RegExp(
  `^${root.replaceAll(/\W/g, '\\$&')}/(contract|data|domain|durable-objects|formats|notices|providers|queues|worker)/`
)

/**
 * zod can describe a schema as JSON Schema. Nobody here asks for that, and it would be a twentieth of what an isolate parses, so its
 * functions are left out: a call of one is a TypeError in a built script.
 */
const withoutJsonSchema: Rolldown.Plugin = {
  name: 'without-json-schema',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|json-schema-generator|to-json-schema)\.js$/ },
    handler: (code) =>
      [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = undefined`)
        .join('\n')
  }
}

export interface ScriptFile {
  /** Relative to the folder of the script. */
  name: string
  code: string
  /** What is loaded with it. */
  imports: readonly string[]
  /** The name of the room that it loads (worker/rooms.ts); null: none. */
  room: string | null
}

/** The product's own entry file. */
export const workerMain = 'worker/index.ts'

export const entryName = 'index.js'
const rooms = join(root, 'worker/rooms')

/**
 * Builds it into the folder, which is emptied first.
 * @param main the entry file, relative to the repository's folder; the end-to-end tests have one that wraps the product's own
 * @returns the files, the entry first
 */
export async function buildScript(main: string, folder: string): Promise<ScriptFile[]> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [withoutJsonSchema],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2024',
      ssr: true,
      sourcemap: true,
      rolldownOptions: {
        input: { index: join(root, main) },
        external: [/^cloudflare:/, /^node:/],
        // workerd takes every export of the entry for a handler or a class.
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: [{ test: pureModules, sideEffects: false }] },
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name]-[hash].js',
          codeSplitting: true,
          // The log's stacks name functions, and no source map reaches them there.
          minify: { compress: true, mangle: { keepNames: true }, codegen: true },
          comments: { legal: false }
        }
      }
    },
    ssr: { noExternal: true, target: 'webworker', resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] } }
  })
  return (built as Rolldown.RolldownOutput).output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName: name, code, imports, facadeModuleId }) => ({
      name,
      code,
      imports,
      room: facadeModuleId !== null && dirname(facadeModuleId) === rooms ? basename(facadeModuleId, '.ts') : null
    }))
    .toSorted((one, other) => Number(other.name === entryName) - Number(one.name === entryName))
}

/**
 * What wrangler is told of a script that is built: to take each file as it is.
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
