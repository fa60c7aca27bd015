// The temporary addresses of the sandbox's files.
import { describe, expect, it } from 'vitest'
import { createLinks } from '#sandbox/media/links.ts'
import { createJumpingClock, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { neverAborted } from '#tests/support/node/media-upstream.ts'

const bytes = new Uint8Array([1, 2, 3])
const get = (path: string) => new Request(`http://sandbox.test${path}`)

describe('an address', () => {
  it('serves the bytes with their type and length until it expires', async () => {
    const sandbox = createTimelessSandbox()
    const path = sandbox.state.media.add(bytes, 'image/png', { lifeMs: 1000 })
    const response = await sandbox.fetch(get(path))
    expect(path).toMatch(/^\/media\/[0-9a-f-]{36}\.png$/)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'image/png', 'content-length': '3' })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)

    await sandbox.state.clock.wait(999, neverAborted)
    expect((await sandbox.fetch(get(path))).status).toBe(200)
    await sandbox.state.clock.wait(1, neverAborted)
    expect((await sandbox.fetch(get(path))).status).toBe(404)
  })

  it('can answer 403 after it has expired, as signed URLs do', async () => {
    const sandbox = createTimelessSandbox()
    const path = sandbox.state.media.add(bytes, 'video/mp4', { lifeMs: 0, expiredStatus: 403 })
    expect((await sandbox.fetch(get(path))).status).toBe(403)
  })

  it('that was never issued answers 404', async () => {
    expect((await createTimelessSandbox().fetch(get('/media/x.png'))).status).toBe(404)
  })
})

describe('memory', () => {
  it('keeps the newest files within its limit', () => {
    const links = createLinks(createJumpingClock(), 7)
    const [first, second, third] = [1, 2, 3].map(() => links.add(bytes, 'image/png', { lifeMs: 1000 }))
    expect(links.open(first ?? '')).toBe(404)
    expect([second, third].map((path) => links.open(path ?? ''))).toEqual([
      { bytes, type: 'image/png' },
      { bytes, type: 'image/png' }
    ])
    expect(links.totals()).toEqual({ files: 2, bytes: 6 })
  })
})
