import { useSyncExternalStore } from 'react'
import { pageEvent } from '../storage/page-store.ts'

export type Theme = 'light' | 'dark' | 'system'

/** Also read by public/before-paint.js, before the first paint. */
const storageKey = 'theme'
const changes = pageEvent()

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** `system` follows the device from now on. Remembered where storage allows. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Blocked storage: the choice lasts until the page is left.
  }
  changes.tell()
}

export const useTheme = (): Theme => useSyncExternalStore(changes.on, currentTheme, () => 'system')
