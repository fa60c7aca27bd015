// Ctrl+K opens the search for everything, and what is typed before its field is there goes into it and not into the page.

export interface TypedAhead {
  /** Ends the keeping. @returns what was typed */
  take: () => string
  /** Ends the keeping, and the search is not wanted any more; nothing once the text is taken. */
  cancel: () => void
  /** Whether it is neither taken nor cancelled. */
  isWanted: () => boolean
}

/** How long the last letter of a text is, as a reader counts: with its accents, or an emoji. */
const lastLength = (text: string) => [...new Intl.Segmenter('ru').segment(text)].at(-1)?.segment.length ?? 0

function hold(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** @param onCancel called by Escape, and when the pointer is used instead */
function typeAhead(onCancel: () => void): TypedAhead {
  const keeping = new AbortController()
  const options = { capture: true, signal: keeping.signal }
  let text = ''
  const cancel = () => {
    if (keeping.signal.aborted) return
    keeping.abort()
    text = ''
    onCancel()
  }
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey } = event
      // Reloading the page, say. With AltGr letters are typed, which Windows reports as two of these keys.
      const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
      if (isCommand || /^F\d+$/.test(key) || event.isComposing) return
      hold(event)
      if (key === 'Escape') cancel()
      else if (key === 'Backspace') text = text.slice(0, text.length - lastLength(text))
      // The names of keys that write nothing are words: Enter, Tab, ArrowDown.
      else if (!/^[A-Z][A-Za-z\d]+$/.test(key)) text += key
    },
    options
  )
  // An input method, or a keyboard on the screen, names no key.
  document.addEventListener(
    'beforeinput',
    (event) => {
      hold(event)
      text += event.data ?? ''
    },
    options
  )
  document.addEventListener(
    'paste',
    (event) => {
      hold(event)
      text += event.clipboardData?.getData('text/plain').replaceAll(/\s+/g, ' ') ?? ''
    },
    options
  )
  document.addEventListener('pointerdown', cancel, options)
  const take = () => {
    keeping.abort()
    return text
  }
  return { take, cancel, isWanted: () => !keeping.signal.aborted }
}

/**
 * On Ctrl+K or ⌘K, on whatever keyboard layout. A dialog that is open keeps the focus (base/ui/scroll-lock.ts); it is looked
 * for before the search itself, which these keys close, hears of them.
 * @param open opens the search; its field takes what is typed from now on
 * @param cancel closes it: called by Escape, these keys or the pointer before the field has taken that
 */
export function onPaletteKey(open: (typed: TypedAhead) => void, cancel: () => void): void {
  let typed: TypedAhead | null = null
  const end = () => {
    typed = null
    cancel()
  }
  document.addEventListener(
    'keydown',
    (event) => {
      const isKey = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isKey) return
      event.preventDefault()
      // Held down, they would close what they open.
      if (event.repeat || document.documentElement.dataset.scrollLock !== undefined) return
      if (typed) return typed.cancel()
      const ahead = typeAhead(end)
      const mine = {
        ...ahead,
        take: () => {
          // A search that was closed may still ask for what was typed for it.
          if (typed === mine) typed = null
          return ahead.take()
        }
      }
      typed = mine
      open(mine)
    },
    true
  )
}
