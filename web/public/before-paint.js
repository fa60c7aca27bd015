// Runs before the first paint, as a file because the Content-Security-Policy allows no inline script. What the browser
// remembers is noted on the document, so that HTML from the build, which is a visitor's, looks right from the start.

// On a slow network the fonts come too late for the first page (src/base/style/fonts.css), and hold up its styles: the browser
// asks for them again when those are there, for the next page.
if (/[23]g/.test(navigator.connection?.effectiveType)) {
  for (const font of document.querySelectorAll('link[as=font]')) font.remove()
}

// The browser offers to install the site long before src/app/install-hint.tsx is there.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installOffer = event
})

// What is done before the first script, src/app/main.ts, listens, is kept for it. A form would load the document anew.
{
  // In the order in which it is done over: a control that is pressed again counts once, at its last press.
  const early = new Map()
  const names = ['click', 'keydown', 'input']
  const keep = (event) => {
    let what = event
    // Of Enter, which may send.
    if (event.inputType === 'insertLineBreak') return
    // Other keys are for the browser.
    if (event.type === 'keydown' && !['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    if (event.type === 'click') {
      what = event.target.closest('button, label, [type=radio]')
      if (!what) return
      event.preventDefault()
    }
    early.delete(what)
    early.set(what, event)
  }
  const stop = () => names.forEach((name) => removeEventListener(name, keep, true))
  for (const name of names) addEventListener(name, keep, true)
  let isTaken = false
  window.takeEarly = (goOn) => {
    isTaken = true
    if (!goOn) stop()
    return () => {
      stop()
      for (const event of early.values()) event.target.dispatchEvent(new event.constructor(event.type, event))
      early.clear()
    }
  }
  addEventListener('pageshow', () => {
    // Without that script nothing would do it over.
    if (!isTaken) stop()
    // A browser that goes back has filled the field by now, and says nothing: the application starts as if it was reached for. An
    // event of typing would take back what is sent.
    const field = document.querySelector('textarea[data-sends]')
    if (field?.value) field.dispatchEvent(new Event('pointerover', { bubbles: true }))
  })
}

try {
  const page = document.documentElement.dataset
  // The icon's «Новый чат»: the model that was asked last, as src/chat/stream/asking.ts keeps it.
  const last = location.search === '?new' && localStorage.getItem('kept:chat')
  if (/^\/(gpt5|chatgpt|claude|xai)\?model=[\w.%-]+$/.test(last)) location.replace(last)
  // Without a choice of the person the system decides, in CSS. The key is that of src/base/page/theme-switch.tsx.
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') page.theme = theme
  // What only visitors should see stays out of sight until src/app/start.tsx knows who this is.
  if (localStorage.getItem('accessToken')) page.session = 'stored'
  // A chat that the address opens takes the place of the new one, which stays out of sight.
  if (page.session && /[?&](chat|open)=/.test(location.search)) page.opens = 'chat'
  // As src/base/page/folds.ts keeps what is folded.
  if (localStorage.getItem('chats-panel')) page.chatsPanel = 'closed'
  if (localStorage.getItem('tools-menu')) page.toolsMenu = 'open'
  // As src/site/home/recent-mark.ts keeps how many chats and works the home page has shown.
  const recent = localStorage.getItem('kept:recent')
  if (page.session && recent) page.recent = recent
  // The key is that of src/app/shell/cookie-notice.tsx.
  if (localStorage.getItem('cookie-notice')) page.cookieNotice = 'read'
  // As src/base/session/unconnected.ts keeps it; until then it is what the build knew.
  const built = page.unconnected ?? ''
  page.unconnected = localStorage.getItem('unconnected') ?? built
  const [before, now] = [built, page.unconnected].map((names) => names.split(' ').includes(location.pathname))
  if (before !== now) page.stale = 'page'
} catch {
  // Storage is blocked: a visitor, with the system's theme.
}

// What is not connected is not shown: its name in lists of tools, its row of prices, its option, what has nothing else in it, and what
// is an example of it (data-needs: all that it needs). A browser that cannot do this shows a link to a page that says so.
try {
  const page = document.documentElement.dataset
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const hide = () => {
    const names = (page.unconnected ?? '').split(' ').filter((name) => /^\/?[\w.:-]+$/.test(name))
    const paths = names.filter((name) => name.startsWith('/'))
    const links = paths.map((path) => `[href="${path}"],[href^="${path}?"]`).join(',')
    const others = `a:not(${links},[href^="#"])`
    const rule = `:is([data-tools],[data-prices]) :is(li,tr,tbody,section,div):has(a:is(${links})):not(:has(${others}))`
    const hidden = [...names.map((name) => `[data-needs~="${name}"]`), ...(paths.length === 0 ? [] : [rule])]
    sheet.replaceSync(hidden.map((selector) => `${selector}{display:none}`).join(''))
  }
  hide()
  addEventListener('unconnected', hide)
  addEventListener('DOMContentLoaded', () => {
    for (const group of document.querySelectorAll('optgroup')) {
      if (!page.unconnected.split(' ').includes(group.querySelector('option').value)) continue
      group.hidden = true
      const list = group.closest('select')
      list.value = list.querySelector('optgroup:not([hidden]) option')?.value ?? list.value
    }
  })
  // The page is another one than its HTML, or a part of its form cannot be made now, which only the application can draw:
  // src/app/start/when-used.ts.
  const isMarked = page.unconnected.split(' ').some((name) => name.startsWith(`${location.pathname.slice(1)}:`))
  if (page.stale || isMarked) {
    addEventListener('load', () =>
      document.querySelector('a').dispatchEvent(new Event('pointerover', { bubbles: true }))
    )
    setTimeout(() => delete page.stale, 5000)
  }
} catch {
  // It has no sheets of this kind.
}
