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
