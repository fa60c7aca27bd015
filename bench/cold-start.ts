// Measures how much later a fresh workerd process gives its first answer with the API's Worker than with one that does nothing and has the
// same bindings, and how large its script is. Run with `node bench/cold-start.ts`, with --quick for fewer rounds, with --folder=path to
// measure a script that is built already (its entry is index.js).
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from '#scripts/base/main.ts'
import { measureScript } from '#scripts/script-size.ts'
import { buildScript, workerMain } from '#scripts/base/worker-script.ts'
import { median } from './base/figures.ts'
import { type Call, compileWorker, type Start, startFresh } from './cold-start/fresh-process.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, folder: { type: 'string' } }
})
const rounds = options.quick ? 9 : 31

/** The first calls of a page and of a program, and an unknown path; none needs a database. */
const calls: Call[] = [
  { method: 'POST', path: '/api/auth/login', status: 400 },
  { method: 'GET', path: '/api/chat/conversations', status: 401 },
  { method: 'GET', path: '/api/jobs', status: 401 },
  { method: 'GET', path: '/api/user/tokens', status: 401 },
  { method: 'POST', path: '/api/live/ticket', status: 401 },
  { method: 'POST', path: '/v1/chat/completions', status: 401 },
  { method: 'GET', path: '/api/nothing-here', status: 404 }
]

const nothing = `import { DurableObject } from 'cloudflare:workers'
export class User extends DurableObject {}
export class Limiter extends DurableObject {}
export default { fetch: () => new Response('{}'), queue() {}, scheduled() {} }
`

const medianOf = (starts: Start[], value: (start: Start) => number) => median(starts.map(value))

function row(what: string, empty: Start[], product: Start[]): string {
  const figures = [
    (start: Start) => start.readyMs,
    (start: Start) => start.answerMs,
    (start: Start) => start.readyMs + start.answerMs,
    (start: Start) => start.cpuMs
  ].flatMap((value) => [medianOf(empty, value), medianOf(product, value)])
  const more = medianOf(product, (start) => start.readyMs + start.answerMs) - (figures[4] ?? 0)
  return `| ${[what, ...figures.map((ms) => ms.toFixed(0)), `**+${more.toFixed(0)}**`].join(' | ')} |`
}

/** @returns the modules of the product's script, in the folder */
async function scriptIn(folder: string): Promise<string[]> {
  const files = await buildScript(workerMain, folder)
  console.log('The script, KB raw and gzip')
  for (const { what, sizeBytes, gzipBytes } of measureScript(files))
    console.log(`${(sizeBytes / 1000).toFixed(0).padStart(6)} ${(gzipBytes / 1000).toFixed(0).padStart(5)}  ${what}`)
  return files.map(({ name }) => name)
}

const builtBefore = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .toSorted((one, other) => Number(other === 'index.js') - Number(one === 'index.js'))

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cold-start-'))
  try {
    const own = options.folder === undefined ? join(folder, 'product') : resolve(options.folder)
    const product = compileWorker(own, options.folder === undefined ? await scriptIn(own) : builtBefore(own))
    mkdirSync(join(folder, 'nothing'))
    writeFileSync(join(folder, 'nothing/index.js'), nothing)
    const empty = compileWorker(join(folder, 'nothing'), ['index.js'])
    console.log(`\nMedians of ${rounds} starts in ms: the Worker that does nothing, and the product`)
    console.log(
      '| first call | ready | | answer | | both | | CPU | | both, more |\n|---|---|---|---|---|---|---|---|---|---|'
    )
    for (const call of calls) {
      const starts: [Start[], Start[]] = [[], []]
      // The first round warms the files up.
      for (let round = 0; round <= rounds; round++)
        for (const subject of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const start = await startFresh(subject === 0 ? empty : product, call)
          if (subject === 1 && start.status !== call.status) throw new Error(`${call.path} answers ${start.status}`)
          if (round > 0) starts[subject].push(start)
        }
      console.log(row(`${call.method} ${call.path}`, ...starts))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
