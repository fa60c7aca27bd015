// Measures how many registrations a minute the register inside the country records and passes on, beside the same calls without it. The
// Worker is a server that answers at once, so what is left is the register's own work. Run with `node bench/register.ts`; with
// REGISTER_DATABASE_URL=postgres://… for PostgreSQL. Figures in bench/README.md.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/base/root.ts'
import { findFreePort } from '#scripts/ports.ts'

const seconds = Number(process.argv.find((word) => word.startsWith('--seconds='))?.slice('--seconds='.length) ?? 15)
const lanes = 20
const folder = mkdtempSync(join(tmpdir(), 'register-bench-'))
const agent = new Agent({ keepAlive: true, maxSockets: lanes })

const worker = createServer((incoming, answer) => {
  incoming.resume().on('end', () => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{}}')
  })
})
worker.listen(0, '127.0.0.1')
await once(worker, 'listening')
const workerPort = (worker.address() as AddressInfo).port

async function startRegister(): Promise<{ child: ChildProcess; port: number }> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(root, 'scripts/register.ts'), 'serve'], {
    env: {
      REGISTER_DATABASE_URL: join(folder, 'register.sqlite'),
      ...process.env,
      REGISTER_KEY: 'bench-bench-bench-bench-bench-bench-bench',
      REGISTER_UPSTREAM: `http://127.0.0.1:${workerPort}`,
      REGISTER_PORT: String(port)
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await once(child.stdout, 'data')
  return { child, port }
}

const consents = { offer: true, personalData: true }

const register = (port: number, email: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-proxied-address': '198.51.100.7' }
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/api/auth/register', headers, agent },
      (came) => came.resume().on('end', () => resolve(came.statusCode ?? 0))
    )
    sent.on('error', reject)
    sent.end(JSON.stringify({ email, password: 'Correct-Horse7!', consents }))
  })

async function measure(what: string, port: number): Promise<void> {
  const times: number[] = []
  const begun = performance.now()
  const endsAt = begun + seconds * 1000
  const lane = async (number: number) => {
    for (let call = 0; performance.now() < endsAt; call++) {
      const at = performance.now()
      const status = await register(port, `person-${what.length}-${number}-${call}@a.example`)
      if (status !== 200) throw new Error(`${what}: ${status}`)
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  const minutes = (performance.now() - begun) / 60_000
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`
  console.log(
    `${what}: ${Math.round(times.length / minutes)} a minute, half within ${at(0.5)}, 99 of 100 within ${at(0.99)}`
  )
}

const { child, port } = await startRegister()
try {
  await measure('without the register', workerPort)
  await measure('through the register', port)
} finally {
  child.kill('SIGTERM')
  await once(child, 'exit')
  worker.close()
  agent.destroy()
  rmSync(folder, { recursive: true })
}
