import { html, raw } from 'hono/html'
import { STYLE } from './style.ts'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface Page {
  title: string
  body: Markup
  /** The only script that the page's policy allows, by its nonce. */
  script?: string
  nonce: string
}

export function layout({ title, body, script, nonce }: Page): Markup {
  return html`<!doctype html>
    <html lang="ru">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/">Песочница</a>
          <nav aria-label="Разделы">
            <a href="/mail">Почта</a>
            <a href="/calls.json">Вызовы</a>
            <a href="/control.json">Настройки</a>
          </nav>
        </header>
        <main>${body}</main>
        ${script === undefined ? '' : raw(`<script nonce="${nonce}">${script}</script>`)}
      </body>
    </html>`
}

/** Mail is shown in frames that inherit this policy, so a mail's scripts do not run and it loads nothing remote. */
export function policyFor(nonce: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'"
  ].join('; ')
}
