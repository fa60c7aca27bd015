// Walks large clients of the API, which npm test does not install, against the whole product: CONTRIBUTING.md.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './base/main.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { cleaned } from './clients/cleaned.ts'
import { install } from './clients/install.ts'
import { type Client, clients } from './clients/list.ts'
import { createOwner } from './clients/owner.ts'
import { startRecorder } from './clients/recorder.ts'
import { type Finding, scenarios } from './clients/scenarios.ts'
import { findFreePort } from './ports.ts'
import { type Product, startProduct } from './product.ts'

const usage = `npm run clients -- [--cache=<folder>] [--record=<folder>] [<package> …]

Installs each client (80 to 430 MB), starts the product with the sandbox behind it, and walks the client through it.
--cache    where the clients are installed; default: node_modules/.cache/clients
--record   gets what each client has sent, without texts and keys, and what it has written
<package>  ${clients.map(({ name }) => name).join(', ')}; without one, all`

/** What the words of the command ask for; null when they are not understood. */
function orderIn(args: string[]) {
  try {
    const options = { cache: { type: 'string' }, record: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const chosen = positionals.length > 0 ? clients.filter(({ name }) => positionals.includes(name)) : clients
    if (chosen.length < positionals.length) return null
    const cache = resolve(values.cache ?? join(root, 'node_modules/.cache/clients'))
    return { cache, record: values.record === undefined ? null : resolve(values.record), chosen }
  } catch {
    // An option that the command does not have.
    return null
  }
}

const line = ({ scenario, problems, what, tookMs }: Finding) =>
  `  ${scenario.padEnd(14)} ${problems.length === 0 ? 'ok ' : 'BAD'} ${(tookMs / 1000).toFixed(1).padStart(5)} s  ${[what, ...problems].join('; ')}`

function write(folder: string, { name, version }: Client, findings: readonly Finding[]) {
  mkdirSync(folder, { recursive: true })
  const requests = findings.map(({ scenario, exchanges }) => ({ scenario, requests: exchanges.map(cleaned) }))
  const file = join(folder, name.replaceAll(/[@/]+/g, '-').replace(/^-/, ''))
  writeFileSync(`${file}.json`, `${JSON.stringify({ client: `${name} ${version}`, scenarios: requests }, null, 1)}\n`)
  writeFileSync(`${file}.txt`, findings.map(({ scenario, output }) => `== ${scenario}\n${output}\n`).join(''))
}

/** @returns what each scenario has shown; each is printed at once */
async function walkClient(client: Client, installed: string, { siteOrigin, sandboxOrigin }: Product, folder: string) {
  const owner = await createOwner(siteOrigin, sandboxOrigin)
  const recorder = await startRecorder(siteOrigin)
  const findings: Finding[] = []
  console.log(`${client.name} ${client.version}`)
  for (const scenario of scenarios) {
    const found = await scenario({ client, installed, folder, owner, recorder, sandboxOrigin })
    findings.push(found)
    console.log(line(found))
  }
  recorder.close()
  return findings
}

await main(async (signal) => {
  const order = orderIn(process.argv.slice(2))
  if (!order) throw new SetupProblem(usage)
  const folder = mkdtempSync(join(tmpdir(), 'ai-platform-clients-'))
  let failed = 0
  console.log('Starting the product …')
  const product = await startProduct({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    dataFolder: join(folder, 'product'),
    withoutReader: true,
    signal
  })
  try {
    for (const client of order.chosen) {
      const installed = await install(client, order.cache, signal)
      signal.throwIfAborted()
      const findings = await walkClient(client, installed, product, folder)
      failed += findings.filter(({ problems }) => problems.length > 0).length
      if (order.record !== null) write(order.record, client, findings)
    }
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (failed > 0) throw new SetupProblem(`${failed} of the scenarios were not as expected.`)
})
