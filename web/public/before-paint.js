// Runs before the first paint, as a file because the Content-Security-Policy allows no inline script. What the browser
// remembers is noted on the document, so that HTML from the build, which is a visitor's, looks right from the start.

// On a slow network the fonts come too late for the first page (src/base/style/fonts.css), and hold up its styles: the browser
// asks for them again when those are there, for the next page.
if (/[23]g/.test(navigator.connection?.effectiveType)) {
  for (const font of document.querySelectorAll('link[as=font]')) font.remove()
}

try {
  const page = document.documentElement.dataset
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
  // The key is that of src/app/shell/cookie-notice.tsx.
  if (localStorage.getItem('cookie-notice')) page.cookieNotice = 'read'
} catch {
  // Storage is blocked: a visitor, with the system's theme.
}
