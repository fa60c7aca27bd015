import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as whole from '@simplewebauthn/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { root } from '#scripts/base/root.ts'
import { webauthnWithoutAttestation } from '#scripts/base/webauthn-without-attestation.ts'
import { type Differently, SoftwarePasskey } from '../support/worker/authenticator.ts'

type Package = Pick<typeof whole, 'verifyAuthenticationResponse' | 'verifyRegistrationResponse'>

let folder = ''
let left: Package
beforeAll(async () => {
  folder = mkdtempSync(join(root, 'node_modules/.cache/webauthn-'))
  const names = 'verifyAuthenticationResponse, verifyRegistrationResponse'
  writeFileSync(join(folder, 'entry.js'), `export { ${names} } from '@simplewebauthn/server'`)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [webauthnWithoutAttestation],
    ssr: { noExternal: true, target: 'webworker' },
    build: { outDir: join(folder, 'out'), ssr: true, rolldownOptions: { input: { entry: join(folder, 'entry.js') } } }
  })
  left = (await import(pathToFileURL(join(folder, 'out/entry.js')).href)) as Package
})
afterAll(() => rmSync(folder, { recursive: true }))

const origin = 'https://site.example'
const rpId = 'site.example'
const challenge = Buffer.alloc(32, 7).toString('base64url')
const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId }
const supportedAlgorithmIDs = [-7, -8, -257]

/** What a check says: its verdict, or why it refuses. */
const saysOf = (check: () => Promise<unknown>): Promise<unknown> =>
  check().catch((error: unknown) => (error instanceof Error ? error.message : error))

type Attestation = ReturnType<SoftwarePasskey['create']>
type Registered = whole.VerifiedRegistrationResponse

const registered = ({ verifyRegistrationResponse }: Package, response: Attestation) =>
  saysOf(() => verifyRegistrationResponse({ response: response as never, ...expected, supportedAlgorithmIDs }))

const shown = (
  { verifyAuthenticationResponse }: Package,
  response: ReturnType<SoftwarePasskey['get']>,
  credential: whole.WebAuthnCredential
) => saysOf(() => verifyAuthenticationResponse({ response: response as never, ...expected, credential }))

const options = { challenge, rp: { id: rpId }, user: { id: 'dXNlcg' } }

async function credentialOf(key: SoftwarePasskey): Promise<whole.WebAuthnCredential> {
  const answer = (await registered(whole, key.create(options))) as Registered
  if (!answer.verified) throw new Error('A passkey of the test was refused')
  return answer.registrationInfo.credential
}

test('what checks attestations is left out', () => {
  const code = readFileSync(join(folder, 'out/entry.js'), 'utf8')
  expect(code.length).toBeLessThan(70_000)
  for (const part of ['BEGIN CERTIFICATE', 'AsnParser', 'reflect-metadata']) expect(code).not.toContain(part)
})

const differences: Differently[] = [
  {},
  { selfAttested: true },
  { origin: 'https://evil.example' },
  { rpId: 'evil.example' },
  { challenge: 'AAAA' },
  { unverified: true },
  { type: 'webauthn.other' }
]

test.each(['ES256', 'RS256', 'EdDSA'] as const)(
  'of %s both say the same of every attestation and assertion',
  async (kind) => {
    for (const different of differences) {
      const key = new SoftwarePasskey(origin, kind)
      const made = key.create(options, different)
      const says = await registered(whole, made)
      expect(await registered(left, made), JSON.stringify(different)).toEqual(says)
      expect(typeof says === 'object').toBe(Object.keys(different).length === 0 || different.selfAttested === true)
    }
    const key = new SoftwarePasskey(origin, kind)
    const credential = await credentialOf(key)
    for (const different of [...differences, { counter: 4 }]) {
      const answer = key.get({ challenge, rpId }, different)
      expect(await shown(left, answer, credential)).toEqual(await shown(whole, answer, credential))
      const bytes = Buffer.from(answer.response.signature, 'base64url')
      for (const at of [0, 1, 3, 4, bytes.length - 1]) {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1
        const broken = { ...answer, response: { ...answer.response, signature: changed.toString('base64url') } }
        expect(await shown(left, broken, credential)).not.toMatchObject({ verified: true })
      }
    }
  }
)

test('numbers of a signature that are shorter or begin with a set bit are read alike', async () => {
  const key = new SoftwarePasskey(origin)
  const credential = await credentialOf(key)
  const lengths = new Set<number>()
  for (let tries = 0; tries < 3000 && lengths.size < 4; tries++) {
    const answer = key.get({ challenge, rpId })
    const { length } = Buffer.from(answer.response.signature, 'base64url')
    if (lengths.has(length)) continue
    lengths.add(length)
    expect(await shown(left, answer, credential)).toMatchObject({ verified: true })
  }
  expect(lengths.size).toBe(4)
})

test('an attestation of a maker, which nobody asks for, is refused', async () => {
  const key = new SoftwarePasskey(origin)
  const made = key.create(options)
  for (const format of ['fido-u2f', 'android-key', 'apple', 'tpm', 'android-safetynet']) {
    const object = Buffer.from(made.response.attestationObject, 'base64url').toString('latin1')
    const named = object.replace('dnone', `${String.fromCodePoint(96 + format.length)}${format}`)
    const attestationObject = Buffer.from(named, 'latin1').toString('base64url')
    const response = { ...made, response: { ...made.response, attestationObject } }
    expect(await registered(left, response), format).toEqual({ verified: false })
  }
})
