import { serveUnisender } from './unisender.ts'
import type { Hono } from 'hono'
import type { MailMessage, StoredMessage } from './inbox.ts'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MailState } from './inbox.ts'

/** Mounts the mail upstream and the inbox as JSON. */
export function mountMail(app: Hono<SandboxEnvironment>, state: MailState): void {
  app.post('/unisender/ru/transactional/api/v1/email/send.json', serveUnisender(state))
  app.get('/mail.json', (c) => c.json(state.inbox.list(c.req.query('to')).map(publicPart)))
  app.delete('/mail.json', (c) => {
    state.inbox.clear()
    return c.body(null, 204)
  })
}

function publicPart({ to, subject, text, html, at }: StoredMessage): MailMessage {
  return { to, subject, text, html, at }
}
