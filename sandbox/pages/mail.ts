import { html } from 'hono/html'
import type { Markup } from '../base/page.ts'
import type { StoredMessage } from '../mail/inbox.ts'

const MOMENT = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'medium' })

export function mailPage(messages: readonly StoredMessage[]): Markup {
  return html`
    <div class="bar">
      <h1>Почта</h1>
      <button type="button" id="clear" ${messages.length === 0 ? 'hidden' : ''}>Очистить</button>
    </div>
    <div id="letters" aria-live="polite">
      ${messages.length === 0 ? emptyInbox() : messages.map((message) => letterArticle(message))}
    </div>
  `
}

function emptyInbox(): Markup {
  return html`<div class="empty">
    <p><strong>Писем пока нет</strong></p>
    <p class="quiet">Зарегистрируйтесь на сайте, и письмо появится здесь само.</p>
  </div>`
}

function letterArticle({ id, to, from, subject, text, html: markup, at }: StoredMessage): Markup {
  return html`<article class="letter" data-id="${id}">
    <header>
      <h2>${subject}</h2>
      <p>Кому: ${to}</p>
      <p class="quiet">От: ${from} · <time datetime="${at}">${MOMENT.format(new Date(at))}</time></p>
    </header>
    ${markup === '' ? html`<div class="plain letter-text">${linked(text)}</div>` : letterFrame(subject, markup, text)}
  </article>`
}

/** A frame in which the mail cannot run scripts, send forms or read cookies; its links open in a new tab. */
function letterFrame(subject: string, markup: string, text: string): Markup {
  const document = `<base target="_blank">${markup}`
  return html`<iframe
      title="Письмо: ${subject}"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcdoc="${document}"
    ></iframe>
    ${
      text === ''
        ? ''
        : html`<details>
            <summary>Текстовая версия</summary>
            <div class="plain">${linked(text)}</div>
          </details>`
    }`
}

/** Plain text with its web addresses turned into links. */
function linked(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : html`${part}`
    )
}

/**
 * Runs on the mail page. Adds new mails above those on screen, so that an opened one stays open, and grows each frame
 * to the height of its mail.
 */
export const MAIL_SCRIPT = `
const letters = document.querySelector('#letters')
const clear = document.querySelector('#clear')

function fit(frame) {
  const resize = () => {
    const root = frame.contentDocument && frame.contentDocument.documentElement
    if (root) frame.style.height = Math.min(Math.max(root.scrollHeight, 80), 1200) + 'px'
  }
  frame.addEventListener('load', resize)
  resize()
}

async function refresh() {
  const answer = await fetch('/mail' + location.search)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = [...page.querySelectorAll('.letter')]
  const known = new Set([...letters.querySelectorAll('.letter')].map((letter) => letter.dataset.id))
  const added = fresh.filter((letter) => !known.has(letter.dataset.id))
  const gone = fresh.length - added.length !== known.size
  if (added.length === 0 && !gone) return
  if (gone || known.size === 0) letters.replaceChildren(...page.querySelector('#letters').children)
  else letters.prepend(...added)
  clear.hidden = fresh.length === 0
  letters.querySelectorAll('iframe').forEach(fit)
}

clear.addEventListener('click', async () => {
  await fetch('/mail.json', { method: 'DELETE' })
  await refresh()
})
document.querySelectorAll('iframe').forEach(fit)
setInterval(() => { if (!document.hidden) refresh().catch(() => {}) }, 2500)
`
