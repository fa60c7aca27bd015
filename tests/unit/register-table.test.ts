// Which calls the register inside the country records: no call that takes personal data is forgotten, here or at the reverse proxy.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { textOf } from '#contract/errors.ts'
import * as identities from '#contract/identities.ts'
import { registeredCalls, registeredKindOf } from '#contract/register.ts'
import { mountedEndpoints } from '#scripts/openapi/calls.ts'
import { root } from '#scripts/base/root.ts'

const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'path' in exported && 'input' in exported
const endpoints: Endpoint[] = [
  ...Object.values<Endpoint>(mountedEndpoints),
  ...Object.values<unknown>(identities).filter(isEndpoint)
]
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Fields by which a call takes an address, a name, a consent or an identity. */
const personal = ['email', 'newEmail', 'displayName', 'consents', 'ticket']

/** Calls with such a field that store nothing of it. */
const storeNothing = [
  // They look an address up.
  'POST /auth/login',
  'POST /auth/resend-verification',
  'POST /auth/reset-password',
  // Of other tickets.
  'POST /auth/passkeys/sign-in',
  'POST /auth/second-step',
  'POST /auth/second-step/options',
  'POST /user/passkeys'
]

/** Without a field of their own: they order a receipt, or change or end what the register has. */
const changeSomething = [
  'POST /auth/confirm-email-change',
  'POST /tokens/purchase',
  'PUT /subscription',
  'POST /user/deletion',
  'DELETE /user/identities/:provider'
]

const fieldsOf = ({ input }: Endpoint): string[] => ('shape' in input ? Object.keys(input.shape as object) : [])

describe('the table of registered calls', () => {
  const known = registeredCalls.map(({ call }) => call).toSorted()

  test('has every call that takes personal data, and no other', () => {
    const taking = endpoints.filter((one) => fieldsOf(one).some((field) => personal.includes(field))).map(nameOf)
    const expected = [...taking.filter((name) => !storeNothing.includes(name)), ...changeSomething]
    expect([...new Set(expected)].toSorted()).toEqual(known)
  })

  test('names calls of the contract alone', () => {
    const names = endpoints.map(nameOf)
    expect(known.filter((call) => !names.includes(call))).toEqual([])
  })

  test.each([
    ['POST', '/auth/register', 'registration'],
    ['POST', '/api/auth/register', 'registration'],
    ['DELETE', '/api/user/identities/vk', 'identity-unlink'],
    ['POST', '/api/user/identities/start', null],
    ['GET', '/api/subscription', null],
    ['POST', '/api/api/auth/register', null],
    ['POST', '/auth/register/x', null]
  ])('of %s %s it says %s', (method, path, kind) => {
    expect(registeredKindOf(method, path)).toBe(kind)
  })
})

describe('the reverse proxy', () => {
  const config = readFileSync(join(root, 'docs/proxy/nginx.conf'), 'utf8')
  const sent = new RegExp(/location ~ (\^\/api\/.+\$) \{/.exec(config)?.[1] ?? '$^')

  test('sends every registered call to the register, and nothing that it does not know', () => {
    for (const { call } of registeredCalls)
      expect(`/api${call.split(' ')[1]!.replace(':provider', 'vk')}`).toMatch(sent)
    const paths = new Set(registeredCalls.map(({ call }) => call.split(' ')[1]))
    const others = endpoints.filter(({ path }) => !paths.has(path)).map(({ path }) => `/api${path}`)
    expect(others.filter((path) => sent.test(path))).toEqual([])
  })

  test('sends calls that only read the same paths to Cloudflare, before it counts them', () => {
    const location = /location ~ \^\/api\/.+? \{\n(.+?)\n {4}\}/s.exec(config)?.[1] ?? ''
    expect(location).toMatch(
      /if \(\$request_method ~ \^\(GET\|HEAD\)\$\) \{\s+return 418;\s+\}\s+error_page 418 = @cloudflare;/
    )
    expect(config).toMatch(/location @cloudflare \{\s+proxy_pass https:\/\/cloudflare;\s+\}/)
    expect(registeredCalls.filter(({ call }) => /^(GET|HEAD) /.test(call))).toEqual([])
  })

  test('says in the API’s own form that the register is down', () => {
    const bodies = [...config.matchAll(/return (503|429) '(.+)';/g)].map(([, status, body]) => [
      status,
      JSON.parse(body!)
    ])
    expect(bodies).toMatchObject([
      ['503', { success: false, code: 'REGISTER_UNREACHABLE', error: textOf('REGISTER_UNREACHABLE') }],
      ['429', { success: false, code: 'RATE_LIMITED', error: textOf('RATE_LIMITED') }]
    ])
  })
})
