import { useId, useSyncExternalStore } from 'react'
import { Monitor, Moon, Sun } from 'lucide-react'
import { pageEvent } from '../storage/page-store.ts'

export const themes: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'light', label: 'Светлая тема', icon: Sun },
  { theme: 'dark', label: 'Тёмная тема', icon: Moon },
  { theme: 'system', label: 'Как в системе', icon: Monitor }
]

export function ThemeSwitch() {
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className="grid grid-cols-3 gap-1 rounded-control bg-sunken p-1">
      <legend className="sr-only">Оформление</legend>
      {themes.map(({ theme: choice, label, icon: Icon }) => (
        <label
          key={choice}
          title={label}
          className="grid h-9 cursor-pointer place-items-center rounded-small text-ink-faint transition hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11"
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => setTheme(choice)}
            className="sr-only"
          />
          <Icon size={17} aria-hidden />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

type Theme = 'light' | 'dark' | 'system'

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
