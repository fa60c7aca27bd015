import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from 'vite'
import * as clientZip from 'client-zip'
import * as oauth from 'oauth4webapi'
import { packagesWithoutUnused } from '#scripts/base/packages-without-unused.ts'
import { root } from '#scripts/base/root.ts'

/** Whatever answers requests. */
const server = ['domain', 'durable-objects', 'providers', 'queues', 'worker']

test.each([
  ['mounts another application', /\.mount\(/],
  ['has Hono parse a form', /\bparseBody\(/],
  ['has Hono make a page', /\bc\.(?:html|render|setRenderer|setLayout|getLayout)\(/],
  ['asks Hono for an event', /\bc\.event\b|\bapp\.fire\(/],
  [
    'asks Hono for what a validator or a router has found',
    /\.req\.(?:valid|addValidatedData|matchedRoutes|routePath)\b/
  ],
  [
    'reads an id_token, or proves possession of a key',
    /\b(?:expectedNonce|requireIdToken|getValidatedIdTokenClaims|DPoP)\b/
  ],
  ['brings the router that `worker/http/router.ts` leaves out', /^import \{[^}]*\bHono\b[^}]*\} from 'hono'$/m]
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
export { makeZip, predictLength } from 'client-zip'
export { authorizationCodeGrantRequest, customFetch, None, processAuthorizationCodeResponse, validateAuthResponse } from 'oauth4webapi'
`

type OAuth = Pick<
  typeof oauth,
  'authorizationCodeGrantRequest' | 'customFetch' | 'None' | 'processAuthorizationCodeResponse' | 'validateAuthResponse'
>

interface Built extends OAuth {
  Hono: typeof import('hono').Hono
  makeZip: typeof import('client-zip').makeZip
  predictLength: typeof import('client-zip').predictLength
}

async function* twoTexts() {
  yield 'par'
  yield 'ts'
}

/** Of all kinds that users are given. */
const zipped = () => [
  { name: 'a.txt', lastModified: new Date(0), input: 'text' },
  { name: 'б.bin', lastModified: new Date(0), input: new Blob(['stream']).stream() },
  { name: 'c.txt', lastModified: new Date(0), input: twoTexts() }
]

const zipOf = async (by: Pick<Built, 'makeZip'>) =>
  new Uint8Array(await new Response(by.makeZip(zipped())).arrayBuffer())

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
    for (const part of [
      'createMountedRequest',
      'parseBody',
      'setRenderer = ',
      'resolveCallback = ',
      'addValidatedData',
      'addProof',
      'www-authenticate',
      'auth_time'
    ])
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

  test('makes a ZIP of texts and streams as the whole package does, of the length that it foretells', async () => {
    const zip = await zipOf(left)
    expect(zip).toEqual(await zipOf(clientZip))
    const sizes = [4, 6, 5].map((size, index) => ({ ...zipped()[index]!, size }))
    expect(zip.byteLength).toBe(Number(left.predictLength(sizes)))
  })

  test('exchanges a code as the whole package does, and refuses an id_token', async () => {
    const issuer = { issuer: 'https://id.example', token_endpoint: 'https://id.example/token' }
    const client = { client_id: 'site' }
    const exchanged = async (by: OAuth, answer: Response) => {
      const returned = by.validateAuthResponse(issuer, client, new URLSearchParams({ code: 'c', state: 's' }), 's')
      const sent: unknown[] = []
      const response = await by.authorizationCodeGrantRequest(
        issuer,
        client,
        by.None(),
        returned,
        'https://a.example',
        'v'.repeat(43),
        {
          [by.customFetch]: async (url, { body, headers, method }) => {
            sent.push(url, String(body), headers, method)
            return answer
          }
        }
      )
      const tokens = await by
        .processAuthorizationCodeResponse(issuer, client, response)
        .catch((error: unknown) => String(error))
      return { sent, tokens }
    }
    const token = { access_token: 't', token_type: 'Bearer', expires_in: 60 }
    const answers = [
      () => Response.json(token),
      () => Response.json({ ...token, token_type: 'mac' }),
      () => Response.json({ ...token, access_token: 1 }),
      () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
      () => Response.json([], { status: 200 }),
      () => new Response('broken', { status: 502 })
    ]
    for (const answer of answers) expect(await exchanged(left, answer())).toEqual(await exchanged(oauth, answer()))
    const { tokens } = await exchanged(left, Response.json({ ...token, id_token: 'a.b.c' }))
    expect(tokens).toContain('unsupported id_token')
  })
})
