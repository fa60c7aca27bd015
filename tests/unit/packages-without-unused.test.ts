import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { packagesWithoutUnused } from '#scripts/base/packages-without-unused.ts'
import { root } from '#scripts/base/root.ts'

/** Whatever answers requests, signs or reads tokens. */
const server = ['domain', 'durable-objects', 'providers', 'queues', 'worker']

test.each([
  ['mounts another application', /\.mount\(/],
  ['has Hono parse a form', /\bparseBody\(/],
  ['brings the router that `worker/http/router.ts` leaves out', /^import \{[^}]*\bHono\b[^}]*\} from 'hono'$/m],
  [
    'says a time in words to jose',
    /\.set(?:ExpirationTime|IssuedAt|NotBefore)\(['"`]|\b(?:maxTokenAge|clockTolerance): ['"`]/
  ],
  ['signs with another algorithm', /'(?:HS384|HS512|RS\d+|PS\d+|ES384|ES512|EdDSA|Ed25519)'/],
  ['encrypts a token', /\b\w*(?:Encrypt|Decrypt|JWE)\w*\b[^\n]*from 'jose'/]
])('no module of the API %s', (_, called) => {
  const callers = server.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && called.test(readFileSync(join(root, layer, file), 'utf8')))
      .map((file) => join(layer, file))
  )
  expect(callers).toEqual([])
})

const source = `
export { Hono } from 'hono'
export { errors, importJWK, jwtVerify, SignJWT } from 'jose'
export { downloadZip, predictLength } from 'client-zip'
`

interface Built {
  Hono: typeof import('hono').Hono
  importJWK: typeof import('jose').importJWK
  jwtVerify: typeof import('jose').jwtVerify
  SignJWT: typeof import('jose').SignJWT
  downloadZip: typeof import('client-zip').downloadZip
  predictLength: typeof import('client-zip').predictLength
}

describe('what is left of the packages', () => {
  let folder = ''
  let left: Built
  beforeAll(async () => {
    folder = mkdtempSync(join(root, 'node_modules/.cache/packages-'))
    writeFileSync(join(folder, 'entry.js'), source)
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [packagesWithoutUnused],
      ssr: {
        noExternal: true,
        target: 'webworker',
        resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] }
      },
      build: { outDir: join(folder, 'out'), ssr: true, rolldownOptions: { input: { entry: join(folder, 'entry.js') } } }
    })
    left = (await import(pathToFileURL(join(folder, 'out/entry.js')).href)) as Built
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('holds nothing of what is emptied', () => {
    const code = readFileSync(join(folder, 'out/entry.js'), 'utf8')
    for (const part of ['createMountedRequest', 'parseBody', 'RSA-OAEP', 'RS256', 'hours?'])
      expect(code).not.toContain(part)
  })

  test('answers a request below a path, and passes what is thrown to its handler', async () => {
    const app = new left.Hono().get('/:id', (c) => c.json({ id: c.req.param('id') }))
    const whole = new left.Hono().route('/works', app).onError((error, c) => c.text(error.message, 500))
    whole.post('/fail', () => {
      throw new Error('broken')
    })
    expect(await (await whole.request('/works/7')).json()).toEqual({ id: '7' })
    const failed = await whole.request('/fail', { method: 'POST', body: '{}' })
    expect([failed.status, await failed.text()]).toEqual([500, 'broken'])
  })

  test('signs with an elliptic key, as pushes do, and refuses an algorithm that encrypts', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify'
    ])
    const key = await left.importJWK(await crypto.subtle.exportKey('jwk', privateKey), 'ES256')
    const token = await new left.SignJWT({ aud: 'push' }).setProtectedHeader({ alg: 'ES256' }).sign(key)
    expect((await left.jwtVerify(token, publicKey)).payload).toEqual({ aud: 'push' })
    await expect(left.importJWK({ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, 'RSA-OAEP')).rejects.toThrow('unsupported')
  })

  test('names an error by its code, because its class has no name', async () => {
    const secret = new TextEncoder().encode('a secret of at least thirty-two bytes')
    const token = await new left.SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(1).sign(secret)
    await expect(left.jwtVerify(token, secret)).rejects.toMatchObject({ name: 'ERR_JWT_EXPIRED' })
  })

  test('makes a ZIP of the length that it foretells', async () => {
    const file = { name: 'a.txt', lastModified: new Date(0), input: 'text' }
    const zip = await left.downloadZip([file]).arrayBuffer()
    expect(zip.byteLength).toBe(Number(left.predictLength([{ name: 'a.txt', size: 4 }])))
  })
})
