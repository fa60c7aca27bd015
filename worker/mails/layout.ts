// The common layout of all mails: one column, readable in light and dark, without images and tracking.

export interface Letter {
  subject: string
  /** Plain text, one string per paragraph. */
  paragraphs: string[]
  /** The button of the mail. */
  action?: { label: string; url: string }
  /** Small print below the action. */
  notes: string[]
}

/** @param support its address, where the deployment has named one */
export const writeToSupport = (support?: string): string => ['напишите в поддержку', support].filter(Boolean).join(', ')

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Colours that keep their contrast when a mail program inverts them, and own ones for programs with dark mode. */
const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 24px 16px; background: #f4f5f7; color: #1b1e26; font: 16px/1.5 system-ui, 'Segoe UI', Arial, sans-serif; overflow-wrap: anywhere; }
  .card { max-width: 520px; margin: 0 auto; padding: 28px; border-radius: 16px; background: #fff; }
  .brand { margin: 0 0 20px; font-weight: 600; }
  p { margin: 0 0 16px; }
  .action { display: inline-block; padding: 12px 20px; border-radius: 10px; background: #3b4fd8; color: #fff; font-weight: 600; text-decoration: none; }
  .note { margin: 0 0 8px; color: #5b6270; font-size: 14px; }
  .note a { color: #3b4fd8; }
  @media (prefers-color-scheme: dark) {
    body { background: #14161b; color: #eceef3; }
    .card { background: #1f222a; }
    .action { background: #5468f0; }
    .note { color: #a9b0bf; }
    .note a { color: #9fabff; }
  }`

const paragraph = (text: string) => `<p>${escape(text)}</p>`
const note = (html: string) => `<p class="note">${html}</p>`

function actionHtml({ label, url }: NonNullable<Letter['action']>): string {
  const href = escape(url)
  return `<p><a class="action" href="${href}">${escape(label)}</a></p>
${note(`Если кнопка не открывается, скопируйте ссылку в браузер:<br><a href="${href}">${href}</a>`)}`
}

/** A mail to a user. @param product the name of the site */
export const renderMail = (product: string, { paragraphs, ...letter }: Letter): RenderedMail =>
  renderNotice(product, { ...letter, paragraphs: ['Здравствуйте!', ...paragraphs] })

/** A mail without a greeting, to operators. */
export function renderNotice(product: string, { subject, paragraphs, action, notes }: Letter): RenderedMail {
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...notes, `— ${product}`]
  const html = `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${style}
</style>
</head>
<body>
<div class="card">
<p class="brand">${escape(product)}</p>
${paragraphs.map(paragraph).join('\n')}
${action ? actionHtml(action) : ''}
${notes.map((line) => note(escape(line))).join('\n')}
</div>
</body>
</html>`
  return { subject, text: `${text.join('\n\n')}\n`, html }
}
