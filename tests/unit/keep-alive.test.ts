// A part of a local product that is kept busy for ever, or ends, is started anew.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startChild } from '#scripts/child.ts'
import { keepAlive, type KeptAlive } from '#scripts/keep-alive.ts'
import { root } from '#scripts/base/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'alive-'))

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Answers with its process; `/busy` holds its only thread for a minute, as a busy loop would, but leaves the processor to other tests;
 * `/end` ends it, `/fill` takes 200 MB.
 */
const program = (port: number) => `
  require('node:http').createServer(({ url }, response) => {
    if (url === '/end') process.exit(1)
    if (url === '/fill') globalThis.kept = Buffer.alloc(200_000_000, 1)
    if (url === '/busy') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
    response.end(String(process.pid))
  }).listen(${port}, '127.0.0.1')`

let kept: KeptAlive | undefined
let origin = ''

function keep(port: number, script = program(port)): KeptAlive {
  origin = `http://127.0.0.1:${port}/`
  const start = () =>
    startChild({
      name: 'Part',
      nodeArguments: ['-e', script],
      workingFolder: root,
      environment: {},
      logFile: join(folder, 'part.log')
    })
  return keepAlive({ name: 'Part', origin, patienceMs: 1_000, memoryMaxBytes: 150_000_000, start })
}

const processOf = async () => (await fetch(origin)).text().catch(() => '')
const another = (before: string) =>
  vi.waitUntil(async () => ![before, ''].includes(await processOf().catch(() => '')), { timeout: 30_000 })

let warned = vi.fn()
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(async () => {
  await kept?.stop()
  vi.restoreAllMocks()
})

test('a part that is kept busy, one that ends and one that holds too much is started anew', async () => {
  kept = keep(await freePort())
  await kept.ready
  const first = await processOf()
  void fetch(`${origin}busy`).catch(() => undefined)
  await another(first)
  const second = await processOf()
  void fetch(`${origin}end`).catch(() => undefined)
  await another(second)
  const third = await processOf()
  void fetch(`${origin}fill`).catch(() => undefined)
  await another(third)
  expect(warned).toHaveBeenCalledTimes(3)
  await kept.stop()
  await expect(fetch(origin)).rejects.toThrow()
})

test('a part that cannot be started at all is given up, with what it said', async () => {
  kept = keep(await freePort(), `console.error('No such file'); process.exit(3)`)
  expect(await kept.ended).toMatch(/Part stopped \(code 3\)[^]*No such file/)
  rmSync(folder, { recursive: true })
})
