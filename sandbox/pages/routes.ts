import { html } from 'hono/html'
import { show, type Markup } from '../base/page.ts'
import { frontPage } from './front.ts'
import { MAIL_SCRIPT, mailPage } from './mail.ts'
import type { Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MailState } from '../mail/inbox.ts'

const framed = (content: Markup): Markup => html`
  <header class="top">
    <a class="brand" href="/">Песочница</a>
    <nav aria-label="Разделы">
      <a href="/mail">Почта</a>
      <a href="/calls.json">Вызовы</a>
      <a href="/control.json">Настройки</a>
    </nav>
  </header>
  <main>${content}</main>
`

/** Mounts the pages for people: the front page and the inbox. */
export function mountPages(app: Hono<SandboxEnvironment>, state: MailState): void {
  app.get('/', (c) => {
    const { origin } = new URL(c.req.url)
    return show(c, { title: 'Песочница внешних сервисов', body: framed(frontPage(state, origin)), images: 'data:' })
  })
  app.get('/mail', (c) => {
    const body = framed(mailPage(state.inbox.list(c.req.query('to'))))
    return show(c, { title: 'Почта песочницы', body, script: MAIL_SCRIPT, images: 'data:' })
  })
}
