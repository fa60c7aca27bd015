import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mountedEndpoints } from '#scripts/openapi/calls.ts'

const described: [string, Endpoint][] = Object.entries(mountedEndpoints)

/** The product's calls, listed independently of the contract. */
const calls = `
  POST /auth/register · POST /auth/login · POST /auth/logout · GET /auth/profile · GET /auth/verify-email/:token
  POST /auth/resend-verification · POST /auth/reset-password · GET /auth/reset-password/:token · POST /auth/reset-password-confirm · POST /auth/refresh
  PUT /user/profile · GET /user/sessions · DELETE /user/sessions/:id · GET /user/tokens · GET /user/budgets · PUT /user/budgets/:period
  POST /auth/passkeys/options · POST /auth/passkeys/sign-in · POST /auth/second-step/options · POST /auth/second-step
  POST /user/proof/options · POST /user/proof · GET /user/ways-in · POST /user/passkeys/options · POST /user/passkeys
  PUT /user/passkeys/:id · DELETE /user/passkeys/:id · POST /user/authenticator · PUT /user/authenticator · DELETE /user/authenticator
  PUT /user/second-step · POST /user/recovery-codes
  POST /user/budgets/:period/lift · GET /api-keys · GET /api-keys/usage · POST /api-keys · PUT /api-keys/:id · POST /api-keys/:id/replace · DELETE /api-keys/:id
  POST /ai/text/:service · POST /ai/image/:service · POST /ai/video/:service · POST /ai/audio/:service
  POST /ai/prompt · POST /ai/image/edit · GET /ai/status · GET /ai/usage · POST /ai/image/dalle · POST /ai/audio/transcribe
  GET /chat/conversations · POST /chat/conversations · GET /chat/conversations/:id/messages
  POST /chat/conversations/:id/messages · PUT /chat/conversations/:id · DELETE /chat/conversations/:id
  PUT /chat/conversations/:id/shown · POST /chat/conversations/:id/branches · GET /chat/search · GET /chat/operations/:id
  GET /memory · PUT /memory · POST /memory · PUT /memory/:id · DELETE /memory/:id · DELETE /memory/offers/:id
  GET /chat/conversations/:id · PUT /chat/conversations/:id/place · GET /chat/folders · POST /chat/folders
  PUT /chat/folders/:id · DELETE /chat/folders/:id · PUT /chat/conversations · POST /chat/conversations/deletions
  GET /chat/conversations/:id/settings · PUT /chat/conversations/:id/settings
  GET /chat/folders/:id/project · PUT /chat/folders/:id/project · POST /chat/folders/:id/files
  DELETE /chat/folders/:id/files/:file · GET /attachments/:file/text
  POST /chat/conversations/:id/shares · GET /chat/shares · DELETE /chat/shares/:id · GET /shares/:token · POST /chat/import
  POST /chat/messages/:id/document · GET /chat/documents/:id · GET /chat/conversations/:id/documents
  POST /chat/documents/:id/versions · POST /chat/documents/:id/changes · PUT /chat/documents/:id · DELETE /chat/documents/:id
  DELETE /chat/documents/:id/changes/:operationId
  POST /chat/attachments · GET /chat/attachments/:id · DELETE /chat/attachments/:id
  GET /subscription · GET /subscription/plans · PUT /subscription · DELETE /subscription · GET /subscription/usage
  POST /tokens/purchase · POST /tokens/payment/:id/success
  GET /library/works · GET /library/jobs · PUT /library/works · POST /library/deletions · POST /library/zips
  GET /library/folders · POST /library/folders · PUT /library/folders/:id · DELETE /library/folders/:id
  POST /library/works/:id/shares · GET /library/shares · DELETE /library/shares/:id · GET /shared-works/:token
  GET /ai/text/answers/:id · DELETE /ai/text/answers/:id · GET /jobs · GET /jobs/:id · GET /jobs/:id/lineage · DELETE /jobs/:id
  DELETE /jobs/:id/files · POST /jobs/:id/redo · POST /jobs/:id/changes · POST /jobs/clear-failures
  GET /user/ready · PUT /user/ready · POST /user/ready/devices · DELETE /user/ready/devices/:id
  POST /user/identities/start · POST /user/identities · DELETE /user/identities/:provider
  DELETE /subscription/payment-method · POST /live/ticket · GET /user/invitation · POST /payments/yookassa/notifications
`
  .split(/\n|·/)
  .map((call) => call.trim())
  .filter(Boolean)

const open = [
  'GET /ai/status',
  'GET /announcements',
  'GET /prices',
  'GET /prices/api',
  'GET /auth/reset-password/:token',
  'GET /auth/verify-email/:token',
  'GET /auth/ways',
  'GET /shared-works/:token',
  'GET /shares/:token',
  'GET /subscription/plans',
  'POST /auth/confirm-email-change',
  'POST /auth/identities/create',
  'POST /auth/identities/finish',
  'POST /auth/identities/start',
  'POST /auth/login',
  'POST /auth/passkeys/options',
  'POST /auth/passkeys/sign-in',
  'POST /auth/second-step',
  'POST /auth/second-step/options',
  'POST /auth/refresh',
  'POST /auth/register',
  'POST /auth/resend-verification',
  'POST /auth/reset-password',
  'POST /auth/reset-password-confirm',
  'POST /payments/yookassa/notifications'
]

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('the endpoints of the contract', () => {
  test('contain every call of the product', () => {
    const known = described.map(([, endpoint]) => callOf(endpoint))
    for (const call of calls) expect(known).toContain(call)
    expect(new Set(known).size).toBe(known.length)
  })

  test('are public only where they must be', () => {
    const anybody = described.filter(([, { access }]) => access === 'public').map(([, endpoint]) => callOf(endpoint))
    expect(anybody.toSorted()).toEqual(open.toSorted())
  })

  test('come before a path with parameters that would match them', () => {
    described.forEach(([name, endpoint], index) => {
      const earlier = described.slice(0, index).filter(([, before]) => before.method === endpoint.method)
      expect(
        earlier.filter(([, before]) => patternOf(before.path).test(endpoint.path)).map(([before]) => before),
        name
      ).toEqual([])
    })
  })

  test('refuse a body that is not an object, without throwing', () => {
    for (const [name, { input }] of described)
      for (const nonsense of [null, 'строка', 7, []]) expect(input.safeParse(nonsense).success, name).toBe(false)
  })
})
