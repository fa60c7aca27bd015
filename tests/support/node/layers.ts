import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { parseSync } from 'vite'

/** The layers that each layer may import, besides itself. */
export const layers: Record<string, readonly string[]> = {
  formats: [],
  contract: [],
  domain: ['contract', 'formats'],
  data: ['contract', 'domain'],
  providers: ['contract'],
  'durable-objects': ['contract', 'domain', 'data', 'providers', 'notices'],
  reader: ['contract', 'formats', 'domain'],
  queues: ['contract', 'formats', 'domain', 'data', 'providers', 'durable-objects', 'notices'],
  worker: ['contract', 'formats', 'domain', 'data', 'providers', 'durable-objects', 'queues', 'notices'],
  web: ['contract', 'formats'],
  register: ['contract', 'domain'],
  notices: ['contract'],
  sandbox: []
}

/** The only packages that runtime-free layers may import; layers not listed may import any package. */
const packages: Record<string, readonly string[]> = {
  // Unpacks a stream whose end is wrong, which the platform does not.
  formats: ['fflate'],
  contract: ['zod'],
  domain: ['zod']
}

const known = new Map<string, string[]>()

/** Specifiers of all imports and re-exports of a module: static and dynamic, types included. Each text is parsed once. */
function specifiersOf(source: string): string[] {
  const found = known.get(source) ?? parsedSpecifiers(source)
  known.set(source, found)
  return found
}

function parsedSpecifiers(source: string): string[] {
  const { module } = parseSync('module.tsx', source)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value)
  )
  const called = [...source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, specifier]) => specifier)
  const specifiers = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...called]
  return [...new Set(specifiers.filter((specifier) => specifier !== undefined))]
}

function problemOf(layer: string, file: string, specifier: string): string | undefined {
  const isRelative = specifier.startsWith('.')
  if (!isRelative && !specifier.startsWith('#')) {
    const allowed = packages[layer]
    return !allowed || allowed.includes(specifier) ? undefined : `${layer} may not use a package`
  }
  const path = isRelative ? normalize(join(file, '..', specifier)) : specifier.slice(1)
  const [target = ''] = path.split('/')
  if (!/\.[a-z]+(\?[a-z]+)?$/.test(path)) return 'imports name the file with its extension'
  if (target === layer) return isRelative ? undefined : 'imports inside a layer are relative'
  if (isRelative) return `imports of another layer are written #${path}`
  return layers[layer]?.includes(target) ? undefined : `${layer} may not import ${target}`
}

/** Tests that lie beside what they test; like those in `tests` they may import everything. */
const testFolders = /^sandbox\/tests\//

/** Everything that the files below a folder import, types too. */
export const importsBelow = (root: string, folder: string): { file: string; specifier: string }[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(dist|\.wrangler|node_modules)\//.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((file) => !testFolders.test(file))
    .toSorted()
    .flatMap((file) => specifiersOf(readFileSync(join(root, file), 'utf8')).map((specifier) => ({ file, specifier })))

/** Every import below `root` that the table does not allow: `file imports specifier: why`. */
export function strayImports(root: string): string[] {
  return Object.keys(layers)
    .filter((layer) => existsSync(join(root, layer)))
    .flatMap((layer) =>
      importsBelow(root, layer).flatMap(({ file, specifier }) => {
        const problem = problemOf(layer, file, specifier)
        return problem === undefined ? [] : [`${file} imports ${specifier}: ${problem}`]
      })
    )
}
