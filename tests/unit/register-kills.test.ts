// The process is killed between any two steps: nothing is abroad that is not here first, nothing is lost, and a repetition doubles nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerHeaders } from '#contract/register.ts'
import { openDatabase, type Row } from '#register/database.ts'
import { root } from '#scripts/base/root.ts'
import { findFreePort } from '#scripts/ports.ts'
import { databases, emptyDatabase, key, registration, type StandIn, startWorker } from '../support/node/register.ts'

let worker: StandIn
let place: Awaited<ReturnType<typeof emptyDatabase>>
const running = new Set<ChildProcess>()

beforeEach(async () => {
  worker = await startWorker()
  place = await emptyDatabase(databases.at(-1)!)
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
  await worker.stop()
  await place.drop()
})

/** The register as a process of its own. @param killAt where it kills itself */
async function serve(killAt?: string) {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(root, 'scripts/register.ts'), 'serve'], {
    env: {
      PATH: process.env.PATH,
      REGISTER_KEY: key,
      REGISTER_UPSTREAM: worker.origin,
      REGISTER_DATABASE_URL: place.url,
      REGISTER_PORT: String(port),
      ...(killAt !== undefined && { REGISTER_KILL_AT: killAt })
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  running.add(child)
  const ended = once(child, 'exit')
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The register did not start')))
  ])
  const send = () =>
    fetch(`http://127.0.0.1:${port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration('anna@a.example'))
    })
  return { child, ended, send }
}

async function rows(): Promise<Row[]> {
  const database = await openDatabase(place.url)
  const found = await database.run('select id, state, address from records')
  await database.close()
  return found
}

test.each([
  ['called', [], 0],
  ['recorded', ['open'], 0],
  ['answered', ['open'], 1],
  ['settled', ['passed'], 1]
])('killed at “%s”, it has %j, and the Worker has heard of the call %i times', async (point, states, heard) => {
  const first = await serve(point)
  await expect(first.send()).rejects.toThrow()
  await first.ended
  const left = await rows()
  expect(left.map(({ state }) => state)).toEqual(states)
  const known = worker.arrived.map(({ headers }) => headers[registerHeaders.id])
  expect(known).toEqual(left.slice(0, heard).map(({ id }) => id))

  // The person tries again: the Worker learns the same id, unless the first attempt had ended.
  const again = await serve()
  expect((await again.send()).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.ended).toEqual([0, null])
  const after = await rows()
  const isNew = states[0] === 'passed'
  expect(after.map(({ state, address }) => `${state} ${address}`)).toEqual(
    Array(isNew ? 2 : 1).fill('passed anna@a.example')
  )
  const ids = new Set(worker.arrived.map(({ headers }) => headers[registerHeaders.id]))
  expect([...ids].toSorted()).toEqual(after.map(({ id }) => id).toSorted())
})
