// The pages for people: one document, and the only script that its policy allows.
import { html, raw } from 'hono/html'
import type { Context } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { SandboxEnvironment } from './state.ts'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

interface Page {
  title: string
  body: Markup
  /** For the script, as `data-…` of the body. */
  data?: Readonly<Record<string, string>>
  script?: string
  /** What an image may be loaded from; default: none is. */
  images?: 'data:'
}

/** Answers with a page. What a page shows in frames inherits its policy, so a script there does not run. */
export function show(c: Context<SandboxEnvironment>, page: Page): Response | Promise<Response> {
  const { title, body, data = {}, script, images } = page
  const nonce = crypto.randomUUID()
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(images ? [`img-src ${images}`] : []),
    "connect-src 'self'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'"
  ].join('; ')
  const document = html`<!doctype html>
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
      <body ${Object.entries(data).map(([name, value]) => html`data-${name}="${value}" `)}>
        ${body} ${script === undefined ? '' : raw(`<script nonce="${nonce}">${script}</script>`)}
      </body>
    </html>`
  return c.html(document, 200, { 'content-security-policy': policy, 'cache-control': 'no-store' })
}

const STYLE = `
:root {
  color-scheme: light dark;
  --back: light-dark(#f6f7f9, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --line: light-dark(#e1e4ea, #31363f);
  --text: light-dark(#1b1f27, #e7e9ee);
  --quiet: light-dark(#5a6372, #9aa3b2);
  --accent: light-dark(#2b59c3, #8fb2ff);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--back);
  color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
}
a { color: var(--accent); }
a:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.top {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px;
  padding: 12px 24px; border-bottom: 1px solid var(--line); background: var(--card);
}
.brand { font-weight: 650; color: inherit; text-decoration: none; }
.top nav { display: flex; gap: 16px; }
main { max-width: 960px; margin: 0 auto; padding: 24px; }
h1 { font-size: 28px; line-height: 1.25; margin: 8px 0 12px; }
h2 { font-size: 20px; line-height: 1.3; margin: 36px 0 12px; }
p { margin: 0 0 12px; max-width: 70ch; }
.quiet { color: var(--quiet); }
code, pre { font: 13.5px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; }
code { background: var(--back); border: 1px solid var(--line); border-radius: 5px; padding: 1px 5px; overflow-wrap: anywhere; }
pre {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px;
  overflow-x: auto; margin: 0 0 12px;
}
pre code { border: 0; padding: 0; background: none; overflow-wrap: normal; }
.list { display: grid; gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; margin: 0 0 12px; padding: 0; }
.list > * { background: var(--card); padding: 12px 16px; display: grid; gap: 4px 20px; grid-template-columns: 15rem 1fr; align-items: baseline; }
.list dt, .list dd { margin: 0; min-width: 0; }
.list p { margin: 0; }
.list p + p { margin-top: 4px; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin-bottom: 16px; }
.bar h1 { margin: 0; }
button {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  min-height: 40px; padding: 6px 14px; cursor: pointer;
}
input {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 8px;
  min-height: 40px; padding: 6px 12px; max-width: 100%;
}
button:hover { border-color: var(--quiet); }
.letter { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 0 0 16px; overflow: hidden; }
.letter header { padding: 14px 18px; border-bottom: 1px solid var(--line); }
.letter h2 { margin: 0 0 4px; font-size: 18px; overflow-wrap: anywhere; }
.letter header p { margin: 0; font-size: 14px; overflow-wrap: anywhere; }
.letter iframe { display: block; width: 100%; height: 240px; border: 0; background: #fff; color-scheme: light; }
.letter details { padding: 10px 18px; font-size: 14px; }
.letter details + details, .letter iframe + details { border-top: 1px solid var(--line); }
.letter summary { cursor: pointer; padding: 4px 0; }
.plain { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0; font-size: 15px; }
.letter-text { margin: 0; padding: 14px 18px; }
.empty { text-align: center; padding: 56px 16px; border: 1px dashed var(--line); border-radius: 12px; }
.empty p { margin: 0 auto; }
@media (max-width: 640px) {
  main { padding: 16px; }
  .top { padding: 12px 16px; }
  .list > * { grid-template-columns: minmax(0, 1fr); }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`
