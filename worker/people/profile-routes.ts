import type { Hono } from 'hono'
import * as profile from '#contract/profile.ts'
import type { Account } from '#data/directory/sessions.ts'
import { revokeSessions, sessionsOf } from '#data/directory/sessions.ts'
import { renameUser } from '#data/directory/users.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { isActiveSession } from '#domain/session.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { signOutPages } from './sign-out-pages.ts'
import type { HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { callerAccount } from '../http/session.ts'
import { serve } from '../http/serve.ts'

const profileOf = (owner: Account): profile.Profile => ({
  id: owner.id,
  email: owner.email,
  displayName: owner.displayName,
  emailVerified: owner.verifiedAt !== null,
  plan: accountPlanOf(owner, Date.now()),
  createdAt: owner.createdAt
})

function mountProfile(app: Hono<HonoEnv>) {
  serve(app, profile.readProfile, async (_, c) => ({ user: profileOf(callerAccount(c)) }))

  serve(app, profile.updateProfile, async ({ displayName }, c) => {
    const name = displayName === '' ? null : displayName
    await renameUser(c.var.directory, c.var.caller.userId, name)
    return { user: profileOf({ ...callerAccount(c), displayName: name }) }
  })

  serve(app, profile.changePassword, async (input, c) => {
    await changePassword(c, input)
    return {}
  })
}

function mountEmailChange(app: Hono<HonoEnv>) {
  serve(app, profile.changeEmail, async (input, c) => {
    await requestEmailChange(c, input)
    return {}
  })

  serve(app, profile.confirmEmailChange, async ({ token }, c) => ({ state: await confirmEmailChange(c, token) }))
}

function mountSessions(app: Hono<HonoEnv>) {
  serve(app, profile.listSessions, async (_, c) => {
    const now = Date.now()
    const found = await sessionsOf(c.var.directory, c.var.caller.userId)
    const sessions = found
      .filter((session) => isActiveSession(session, now))
      .map(({ id, userAgent, ip, place, createdAt, lastSeenAt }) => {
        const current = id === c.var.caller.sessionId
        return { id, userAgent, ip, place, createdAt, lastSeenAt, current }
      })
    return { sessions }
  })

  serve(app, profile.revokeSession, async ({ id }, c) => {
    const { userId, sessionId } = c.var.caller
    const which = id === profile.otherSessions ? { allBut: sessionId } : { id }
    const ended = await revokeSessions(c.var.directory, userId, which, Date.now())
    if ('id' in which && ended.length === 0) throw new AppError('NOT_FOUND')
    await signOutPages(c, userId, ended)
    return { ended: ended.length }
  })
}

export function mountUser(app: Hono<HonoEnv>) {
  mountProfile(app)
  mountEmailChange(app)
  mountSessions(app)
}
