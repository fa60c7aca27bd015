import type { Hono } from 'hono'
import * as calls from '#contract/sign-in.ts'
import { endSession } from '#data/directory/sessions.ts'
import { creditBonus } from './bonus.ts'
import { creditInvited } from './invitations.ts'
import { confirmEmail } from './confirm-email.ts'
import { identityLinkedMail } from './mails/identity.ts'
import { signOutPages } from './sign-out-pages.ts'
import { draftSession } from './draft-session.ts'
import { markDevice } from './known-device.ts'
import { refreshSession } from './refresh.ts'
import { register } from './register.ts'
import { checkReset, confirmReset, requestReset } from './reset-password.ts'
import { resendConfirmation } from './resend.ts'
import { signIn } from './sign-in.ts'
import { watchFailedSignIn } from './watch-passwords.ts'
import type { HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { sendLater } from '../mails/send-later.ts'
import { serve } from '../http/serve.ts'

function mountConfirmation(app: Hono<HonoEnv>) {
  serve(app, calls.verifyEmail, async ({ token }, c) => {
    // The link works once, so a program that only previews it must not use it up.
    if (c.req.raw.method === 'HEAD') throw new AppError('BAD_REQUEST')
    const now = Date.now()
    const tools = {
      directory: c.var.directory,
      creditBonus: (userId: string) => creditBonus(c.env, userId),
      creditInvited: (userId: string, code: string) => creditInvited(c, { userId, code }, now),
      draftSession: (userId: string) => draftSession(c, userId, now)
    }
    const confirmed = await confirmEmail(tools, token, now)
    if (confirmed.state !== 'confirmed')
      throw new AppError(confirmed.state === 'already' ? 'EMAIL_ALREADY_VERIFIED' : 'INVALID_VERIFICATION_TOKEN')
    markDevice(c, confirmed)
    const { email: to, linked: provider } = confirmed
    const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = c.var.environment
    if (provider !== null)
      sendLater(c, 'identity', async () => ({ to, ...identityLinkedMail({ product, siteOrigin, provider }) }))
    return { tokens: confirmed.tokens }
  })
}

export function mountAuth(app: Hono<HonoEnv>) {
  serve(app, calls.register, async (input, c) => {
    await register(c, input)
    return {}
  })

  serve(app, calls.login, async (input, c) => {
    try {
      return await signIn(c, input)
    } catch (error) {
      if (error instanceof AppError && error.refusal.code === 'INVALID_CREDENTIALS') watchFailedSignIn(c, input.email)
      throw error
    }
  })

  serve(app, calls.refresh, async ({ refreshToken }, c) => ({ tokens: await refreshSession(c, refreshToken) }))

  serve(app, calls.logout, async (_, c) => {
    const { userId, sessionId } = c.var.caller
    await endSession(c.var.directory, sessionId, Date.now())
    await signOutPages(c, userId, [sessionId])
    return {}
  })

  mountConfirmation(app)

  serve(app, calls.requestPasswordReset, async ({ email }, c) => {
    await requestReset(c, email)
    return {}
  })

  serve(app, calls.checkPasswordReset, async ({ token }, c) => {
    await checkReset(c, token)
    return {}
  })

  serve(app, calls.confirmPasswordReset, async (input, c) => ({ pass: await confirmReset(c, input) }))

  serve(app, calls.resendVerification, async ({ email, nonce }, c) => {
    await resendConfirmation(c, email, nonce)
    return {}
  })
}
