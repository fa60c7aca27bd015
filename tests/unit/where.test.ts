// `npm run where`: what the stack of a log line says after the script was minified, by the maps of that very script.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { minifyScript } from '#scripts/base/minify-script.ts'
import { keepMaps, keptMaps } from '#scripts/deploy/kept-maps.ts'
import { functionAt } from '#scripts/where/function-at.ts'
import { hasPlace, mapStack, stackIn } from '#scripts/where/log-stack.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'where-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const sources = {
  'money.ts': `export class Wallet {
  spend(tokens: number): never {
    throw new TypeError(\`\${tokens} tokens\`)
  }
}
export const spendAll = (wallet: Wallet) => wallet.spend(7)
`,
  'room.ts': `import { spendAll, Wallet } from './money.ts'
export function mount(): void {
  spendAll(new Wallet())
}
`,
  'index.ts': `import { spendAll } from './money.ts'
export const open = () => import('./room.ts')
export const spent = { spendAll }
`
}

/** These sources as a divided script, built as the API's is. */
async function buildSources(): Promise<Map<string, string>> {
  for (const [name, code] of Object.entries(sources)) writeFileSync(join(folder, name), code)
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      ssr: true,
      sourcemap: true,
      target: 'es2024',
      rolldownOptions: {
        input: { index: join(folder, 'index.ts') },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
          minify: false,
          minifyInternalExports: false
        }
      }
    }
  })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  const files = await minifyScript(chunks)
  return new Map(
    chunks.flatMap(({ fileName }, index) => {
      const { code = '', map = '' } = files[index] ?? {}
      writeFileSync(join(folder, fileName), code)
      writeFileSync(join(folder, `${fileName}.map`), map)
      return [[fileName, code]]
    })
  )
}

/** Runs it where nothing else rewrites its files, as Vitest would. @returns the stack of what `mount` throws */
const stackOf = (entry: string): string => {
  const program = `const { open } = await import(${JSON.stringify(pathToFileURL(entry).href)})
    const { mount } = await open()
    try { mount() } catch (error) { console.log(error.stack) }`
  return execFileSync(process.execPath, ['--input-type=module', `--eval=${program}`], { encoding: 'utf8' })
}

test('names are gone from the script, and a stack of it leads to file, line and function', async () => {
  const files = await buildSources()
  expect([...files.keys()].toSorted()).toEqual(['index.js', 'room.js', 'start.js'])
  expect(files.get('start.js')).not.toContain('spendAll=')
  const stack = stackOf(join(folder, 'index.js'))
  expect(stack).toContain('7 tokens')
  expect(stack).not.toContain('money.ts')
  keepMaps(join(folder, 'production'), 'tag', folder)
  const maps = keptMaps(folder, 'tag')
  const places = mapStack(stack, (file) => maps?.[file])
    .split('\n')
    .filter((line) => /(?:money|room)\.ts:/.test(line))
    .map((line) => line.replaceAll(/\(.*\//g, '('))
  expect(places).toEqual([
    '    at Wallet.spend (money.ts:3:15)',
    '    at spendAll (money.ts:6:52)',
    '    at mount (room.ts:3:3)'
  ])
})

test('files name once what they share, and keep the names that code asks a late file for', async () => {
  const files = await buildSources()
  const room = files.get('room.js') ?? ''
  const start = files.get('start.js') ?? ''
  const taken = /^import\{([^}]*)\}from"\.\/start\.js"/.exec(room)?.[1]?.split(',') ?? []
  expect(taken).toHaveLength(2)
  expect(/export\{([^}]*)\}/.exec(start)?.[1]?.split(',')).toEqual(expect.arrayContaining(taken))
  expect(taken.join()).not.toContain(' as ')
  expect(room).toMatch(/as mount\}/)
})

const chunk = (fileName: string, code: string, isEntry = false) => ({
  fileName,
  code,
  map: null,
  isEntry,
  isDynamicEntry: false
})

// The bundler writes this for the clock, which the entry loads late and other late files import.
test('a module that stands in a file with others is found by the code that loads it late', async () => {
  const clock = `var clock_exports = { get ring() { return ring; } };
function ring() { return "the clock rings" + hour(); }
var hour = () => "";
export { clock_exports, hour, ring };`
  const entry = `const scheduled = async () => (await import("./parts/clock.js").then((n) => n.clock_exports)).ring();
const byHand = async () => (await import("./parts/desk.js")).press();
export { byHand, scheduled };`
  const desk = `import { hour, ring } from "./clock.js";
const press = () => ring() + hour();
export { press };`
  const chunks = [
    chunk('index.js', entry, true),
    chunk('parts/clock.js', clock),
    { ...chunk('parts/desk.js', desk), isDynamicEntry: true }
  ]
  mkdirSync(join(folder, 'parts'))
  for (const [index, { code }] of (await minifyScript(chunks)).entries())
    writeFileSync(join(folder, chunks[index]?.fileName ?? ''), code)
  const { href } = pathToFileURL(join(folder, 'index.js'))
  const program = `const { scheduled, byHand } = await import(${JSON.stringify(href)})
    console.log(await scheduled(), await byHand())`
  expect(execFileSync(process.execPath, ['--input-type=module', `--eval=${program}`], { encoding: 'utf8' })).toBe(
    'the clock rings the clock rings\n'
  )
})

test.each([
  ['a name that it has not', 'import("./clock.js").then((n) => n.alarm)', 'clock.js late for alarm'],
  ['all that it has', 'import("./clock.js").then((n) => [n.ring, n.hour])', 'in a form that is not known'],
  ['nothing by name', 'import("./clock.js")', 'in a form that is not known']
])('the build stops where code asks a file late for %s', async (_, late, problem) => {
  const clock = 'function ring() {}\nvar hour = () => "";\nexport { hour, ring };'
  const desk = 'import { hour, ring } from "./clock.js";\nconst press = () => ring() + hour();\nexport { press };'
  const entry = `import { press } from "./desk.js";\nconst scheduled = async () => ${late};\nexport { press, scheduled };`
  const chunks = [chunk('index.js', entry, true), chunk('clock.js', clock), chunk('desk.js', desk)]
  await expect(minifyScript(chunks)).rejects.toThrow(problem)
})

describe('what is pasted', () => {
  const stack = 'at a (index.js:1:2)\n    at b (index.js:3:4)'

  test.each([
    ['a line of the log', JSON.stringify({ event: 'bug', version: 'abc123', stack }), 'abc123'],
    ['a line of a stack without versions', JSON.stringify({ event: 'bug', version: '', stack }), null],
    ['a part of a line', JSON.stringify({ event: 'bug', version: 'abc123', stack }).slice(3), 'abc123'],
    ['a stack alone', stack, null],
    ['a stack as JSON writes it', stack.replaceAll('\n', String.raw`\n`), null]
  ])('%s is read', (_, text, version) => {
    const read = stackIn(text)
    expect(read.version).toBe(version)
    expect(read.stack).toContain(stack)
  })

  test('says when there is nothing to look for', () => {
    expect(hasPlace(stack)).toBe(true)
    expect(hasPlace('what went wrong')).toBe(false)
  })

  test('keeps the frames that no map knows', () => {
    const text = '    at async node:internal/deps (native)\n    at x (https://other.example/y.js:1:2)'
    expect(mapStack(text, () => undefined)).toBe(text)
  })
})

test.each([
  ['a function in another', 'function outer() {\n  const inner = () => {\n    here()\n  }\n}', 'outer.inner'],
  ['a method', 'class User {\n  async alarm() {\n    here()\n  }\n}', 'User.alarm'],
  ['a value of an object', 'const calls = {\n  answer: async () => {\n    here()\n  }\n}', 'answer'],
  [
    'functions without a name in one with',
    'export const look = (a: string) =>\n  a.map((one) =>\n    here(one))',
    'look'
  ],
  ['no function', 'const value =\n  1 +\n    here()', null]
])('a place in %s is named by what has a name around it', (_, source, name) => {
  expect(functionAt(source, { line: 3, column: 4 })).toBe(name)
})

test('the maps of the newest thirty versions are kept', () => {
  const stage = join(folder, 'staging')
  for (let version = 0; version < 31; version++) keepMaps(stage, `v${version}`, folder)
  const kept = Array.from({ length: 31 }, (_, version) => keptMaps(folder, `v${version}`) !== null)
  expect(kept.filter(Boolean)).toHaveLength(30)
  expect(kept.at(-1)).toBe(true)
})

test('of a version that another machine deployed there are none', () => {
  expect(keptMaps(join(folder, 'none'), 'tag')).toBeNull()
})
