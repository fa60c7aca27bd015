import { MAIL_SCRIPT } from './mail-script.ts'
import { frontPage } from './front.ts'
import { layout, policyFor } from './layout.ts'
import { mailPage } from './mail.ts'
import type { Context, Hono } from 'hono'
import type { Page } from './layout.ts'
import type { SandboxEnvironment, SandboxState } from '../state.ts'

/** Mounts the pages for people: the front page and the inbox. */
export function mountPages(app: Hono<SandboxEnvironment>, state: SandboxState): void {
  app.get('/', (c) => {
    const { origin } = new URL(c.req.url)
    return show(c, { title: 'Песочница внешних сервисов', body: frontPage(state, origin) })
  })
  app.get('/mail', (c) => {
    const messages = state.inbox.list(c.req.query('to'))
    return show(c, { title: 'Почта песочницы', body: mailPage(messages), script: MAIL_SCRIPT })
  })
}

function show(c: Context<SandboxEnvironment>, page: Omit<Page, 'nonce'>): Response | Promise<Response> {
  const nonce = crypto.randomUUID()
  return c.html(layout({ ...page, nonce }), 200, {
    'content-security-policy': policyFor(nonce),
    'cache-control': 'no-store'
  })
}
