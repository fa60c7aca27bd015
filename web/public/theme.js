// Runs before the first paint, as a file because the Content-Security-Policy allows no inline script.
// Without a choice of the person the system decides, in CSS. The key is that of src/ui/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's theme it is.
}
