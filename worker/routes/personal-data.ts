import { downloadZip } from 'client-zip'
import type { Hono } from 'hono'
import * as account from '#contract/account.ts'
import { consentsOf } from '#data/personal-data.ts'
import { archiveEntries } from '../account-archive.ts'
import { deleteAccount } from '../auth/delete-account.ts'
import { hmac, keyringOf } from '../auth/keyring.ts'
import type { AppContext, HonoEnv } from '../context.ts'
import { AppError } from '../errors.ts'
import { limitArchives } from '../middleware/limit.ts'
import { serve } from '../serve.ts'

/** Below the API's base, like every path of the contract. */
export const archivePath = '/user/export/archive'
const linkLifetimeMs = 10 * 60_000
const purpose = 'account-archive'

const signedPart = (userId: string, expiresAt: number) => new TextEncoder().encode(`${userId}.${expiresAt}`)

function linkFor(c: AppContext): string {
  const { caller, environment } = c.var
  const expiresAt = Date.now() + linkLifetimeMs
  const signature = hmac(keyringOf(environment).current, purpose, signedPart(caller.userId, expiresAt))
  const query = new URLSearchParams({
    user: caller.userId,
    expires: String(expiresAt),
    signature: signature.toString('base64url')
  })
  return `${environment.SITE_ORIGIN}/api${archivePath}?${query}`
}

/** @returns whose archive the link opens @throws AppError NOT_FOUND for any link that we did not sign or that is old */
function userOfLink(c: AppContext): string {
  const { user = '', expires = '', signature = '' } = c.req.query()
  const expiresAt = Number(expires)
  const sent = Buffer.from(signature, 'base64url')
  const isOurs = keyringOf(c.var.environment).known.some((key) => {
    const expected = hmac(key, purpose, signedPart(user, expiresAt))
    return sent.length === expected.length && crypto.subtle.timingSafeEqual(sent, expected)
  })
  if (!isOurs || expiresAt <= Date.now()) throw new AppError('NOT_FOUND')
  return user
}

export function mountPersonalData(app: Hono<HonoEnv>) {
  serve(
    app,
    account.deleteAccount
  )(async ({ currentPassword }, c) => ({ erasedAt: await deleteAccount(c, currentPassword) }))

  serve(
    app,
    account.listConsents
  )(async (_, c) => {
    const consents = await consentsOf(c.var.database, c.var.caller.userId)
    return { consents: consents.map(({ document, version, givenAt }) => ({ document, version, givenAt })) }
  })

  serve(
    app,
    account.exportAccount
  )(async (_, c) => {
    await limitArchives(c)
    return { url: linkFor(c) }
  })

  app.get(archivePath, (c) => {
    const { body } = downloadZip(archiveEntries(c.var.database, c.env.MEDIA, userOfLink(c)))
    if (!body) throw new Error('An archive has no body')
    return c.body(body, 200, {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"'
    })
  })
}
