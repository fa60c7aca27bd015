// The sandbox as a process: its port, its exit, and connections that are really cut.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bodyFor, keysFor } from '#tests/support/node/sandbox-exchange.ts'

/** A timeout only for hanging waits. */
const patience = { timeout: 50_000 }

const entry = new URL('../../sandbox/index.ts', import.meta.url).pathname
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, [entry], { env: { ...process.env, ...environment } })
  running.push(child)
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += String(chunk)))
  return { child, output, exited: once(child, 'exit') }
}

async function start(port: number) {
  const program = run({ SANDBOX_PORT: String(port), SANDBOX_SPEED: '1000' })
  await vi.waitUntil(() => program.output.text.includes(`http://localhost:${port}`), patience)
  return program
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function ask(port: number, prompt: string, signal?: AbortSignal): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}/openai/v1/responses`, {
    method: 'POST',
    headers: keysFor('openai'),
    body: JSON.stringify(bodyFor('openai', prompt)),
    signal: signal ?? null
  })
}

async function lastOutcome(port: number): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/calls.json`)
  const [call] = JSON.parse(await response.text())
  return call.outcome
}

/** With an answer open that goes on for ever. */
async function expectExit({ child, exited }: ReturnType<typeof run>, port: number, signal: 'SIGTERM' | 'SIGINT') {
  const response = await ask(port, 'Кратко [сбой:молчание]')
  child.kill(signal)
  expect(await exited).toEqual([0, null])
  await expect(response.text()).rejects.toThrow('terminated')
}

describe('the sandbox program', () => {
  it('answers, cuts a connection and notices a client that leaves, and exits at once on SIGTERM', async () => {
    const port = await freePort()
    const program = await start(port)
    expect(await (await ask(port, 'Кратко')).text()).toContain('event: response.completed')
    expect(await lastOutcome(port)).toBe('completed')
    await expect((await ask(port, 'Кратко [сбой:обрыв]')).text()).rejects.toThrow('terminated')
    expect(await lastOutcome(port)).toBe('cut')

    const leaving = new AbortController()
    const response = await ask(port, 'Кратко [сбой:молчание]', leaving.signal)
    await response.body?.getReader().read()
    leaving.abort()
    await vi.waitFor(async () => expect(await lastOutcome(port)).toBe('aborted'), patience)
    await expectExit(program, port, 'SIGTERM')
  })

  it('reports in one line that its port is taken, and the one that has it exits at once on SIGINT', async () => {
    const port = await freePort()
    const first = await start(port)
    const second = run({ SANDBOX_PORT: String(port) })
    expect(await second.exited).toEqual([1, null])
    expect(second.output.text).toBe(
      `Песочница не запущена: порт ${port} занят. Освободите его или задайте другой в SANDBOX_PORT.\n`
    )
    await expectExit(first, port, 'SIGINT')
  })

  it('reports a setting that is not a number', async () => {
    const { exited, output } = run({ SANDBOX_SPEED: 'быстро' })
    expect(await exited).toEqual([1, null])
    expect(output.text).toContain('SANDBOX_SPEED должно быть числом больше 0, а не «быстро»')
  })
})
