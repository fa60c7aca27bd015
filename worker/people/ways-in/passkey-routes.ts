// The user's own passkeys.
import type { Hono } from 'hono'
import * as contract from '#contract/second-step.ts'
import * as rows from '#data/directory/passkeys.ts'
import { challengeLifetimeMs, newPasskeyChallenge, readPasskeyChallenge } from '../../crypto/passkey-challenge.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { callerAccount } from '../../http/session.ts'
import { callersWays, expectFresh } from '../expect-fresh.ts'
import { tellWaysIn } from '../tell-ways-in.ts'
import { limitWaysIn } from './limits.ts'
import { passkeyView } from './proof-routes.ts'
import { takeOnlyOnce } from './prove.ts'
import { creationOptions, newPasskeyIn } from './webauthn.ts'

const useOf = (c: AppContext) => `add ${c.var.caller.sessionId}`

const unknown = () => new AppError('NOT_FOUND', { text: 'Такого ключа доступа нет. Обновите страницу' })
const notProven = () =>
  new AppError('PASSKEY_UNKNOWN', { text: 'Не удалось проверить ключ доступа. Попробуйте добавить его ещё раз' })

const known = (c: AppContext) => rows.passkeysOf(c.var.directory, c.var.caller.userId)

/** @throws AppError PASSKEY_UNKNOWN, PASSKEYS_FULL, CONFLICT */
async function addPasskey(c: AppContext, sent: { ticket: string; response: { id: string }; name: string }) {
  const { directory, environment, caller } = c.var
  const { userId } = caller
  const now = Date.now()
  const challenge = readPasskeyChallenge(environment, useOf(c), sent.ticket, now)
  const made = challenge === null ? null : await newPasskeyIn(environment, challenge, sent.response)
  if (!made || !(await takeOnlyOnce(c, userId, `challenge:${challenge}`, challengeLifetimeMs))) throw notProven()
  const row = { ...made, userId, name: sent.name, createdAt: now }
  if (await rows.addPasskey(directory, row)) return { ...row, usedAt: null }
  throw (await known(c)).length >= contract.passkeysMax
    ? new AppError('PASSKEYS_FULL')
    : conflict('Этот ключ доступа уже добавлен')
}

/** Why it stays. */
async function whyKept(c: AppContext, id: string): Promise<AppError> {
  const owned = await known(c)
  if (!owned.some((passkey) => passkey.id === id)) return unknown()
  const { secondStepAt, authenticatorSince } = await callersWays(c)
  const takesStep = secondStepAt !== null && authenticatorSince === null && owned.length === 1
  return new AppError(takesStep ? 'LAST_SECOND_STEP' : 'LAST_WAY_IN')
}

export function mountPasskeys(app: Hono<HonoEnv>) {
  serve(app, contract.newPasskeyOptions, async (_, c) => {
    await expectFresh(c)
    const { id, email, displayName } = callerAccount(c)
    const { challenge, ticket } = newPasskeyChallenge(c.var.environment, useOf(c), Date.now())
    const user = { id, email, displayName }
    return { options: creationOptions(c.var.environment, { challenge, user, known: await known(c) }), ticket }
  })

  serve(app, contract.addPasskey, async (sent, c) => {
    await expectFresh(c)
    await limitWaysIn(c)
    const passkey = await addPasskey(c, sent)
    tellWaysIn(c, callerAccount(c), { kind: 'passkey-added', name: passkey.name })
    return { passkey: passkeyView(passkey) }
  })

  serve(app, contract.renamePasskey, async ({ id, name }, c) => {
    await expectFresh(c)
    await limitWaysIn(c)
    if (!(await rows.renamePasskey(c.var.directory, c.var.caller.userId, id, name))) throw unknown()
    return {}
  })

  serve(app, contract.removePasskey, async ({ id }, c) => {
    await expectFresh(c)
    await limitWaysIn(c)
    const name = await rows.removePasskey(c.var.directory, c.var.caller.userId, id)
    if (name === null) throw await whyKept(c, id)
    tellWaysIn(c, callerAccount(c), { kind: 'passkey-removed', name })
    return {}
  })
}
