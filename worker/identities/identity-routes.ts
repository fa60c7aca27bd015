import type { Hono } from 'hono'
import * as calls from '#contract/identities.ts'
import { providersOn } from '#providers/identity/providers.ts'
import type { HonoEnv } from '../http/context.ts'
import { serve } from '../http/serve.ts'
import { expectFresh } from '../people/expect-fresh.ts'
import { beginIdentity } from './begin-identity.ts'
import { createWithIdentity } from './create-account.ts'
import { finishIdentity } from './finish-identity.ts'
import { linkIdentity, unlinkIdentity } from './link-identity.ts'

export function mountIdentities(app: Hono<HonoEnv>) {
  serve(app, calls.waysToSignIn, async (_, c) => ({ providers: providersOn(c.var.environment) }))

  serve(app, calls.beginSignIn, async ({ provider, returnTo }, c) => ({
    url: await beginIdentity(c, { provider, intent: 'sign-in', returnTo, of: null })
  }))

  serve(app, calls.beginLink, async ({ provider, intent, returnTo }, c) => {
    if (intent === 'link') await expectFresh(c)
    return { url: await beginIdentity(c, { provider, intent, returnTo, of: c.var.caller }) }
  })

  serve(app, calls.finishIdentity, async (answer, c) => finishIdentity(c, answer))

  serve(app, calls.createWithIdentity, async (input, c) => createWithIdentity(c, input))

  serve(app, calls.linkIdentity, async ({ ticket }, c) => {
    await linkIdentity(c, ticket)
    return {}
  })

  serve(app, calls.unlinkIdentity, async ({ provider }, c) => {
    await unlinkIdentity(c, provider)
    return {}
  })
}
