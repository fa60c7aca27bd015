// The small proxy before a local product with a register: what breaks off or is down reaches the browser as such.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { findFreePort } from '#scripts/ports.ts'

let site: Server
let front: ChildProcess

afterEach(() => {
  front.kill('SIGKILL')
  site.closeAllConnections()
  site.close()
})

async function start(answer: RequestListener): Promise<string> {
  site = createServer(answer)
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const port = await findFreePort()
  const ports = {
    SITE_PORT: (site.address() as AddressInfo).port,
    REGISTER_PORT: await findFreePort(),
    FRONT_PORT: port
  }
  const env = Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)]))
  front = spawn(process.execPath, [join(root, 'scripts/register-front.ts')], { env, stdio: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(`${origin}/ready`), { timeout: 10_000 })
  return origin
}

test('an answer that breaks off is no whole answer, and without the register its calls are refused', async () => {
  const origin = await start((call, answer) => {
    if (call.url === '/ready') return void answer.end('ready')
    answer.writeHead(200, { 'content-length': '100' })
    answer.write('half', () => answer.destroy())
  })
  const broken = await fetch(`${origin}/api/models`)
  await expect(broken.text()).rejects.toThrow('terminated')
  const refused = await fetch(`${origin}/api/auth/register`, { method: 'POST', body: 'x'.repeat(300_000) })
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 'REGISTER_UNREACHABLE' })
})
