// What a visitor presses and types while the application is still loading.

/** What does nothing without the application. A link does: it opens its page as a document. */
const scripted = 'button, label, input[type=radio]'

interface KeptInput {
  /** Does over what was kept: the page answers to events now. */
  repeat: () => void
  /** Stops keeping: the application could not be loaded. */
  forget: () => void
}

/** Holds back presses and remembers typed texts from now on. */
export function keepInput(): KeptInput {
  const keeping = new AbortController()
  const options = { capture: true, signal: keeping.signal }
  const pressed = new Set<HTMLElement>()
  const typed = new Map<HTMLInputElement, string>()
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element && event.target.closest<HTMLElement>(scripted)
      if (!control) return
      // React may listen already but not have the page's content yet: it must not see the press twice.
      event.preventDefault()
      event.stopPropagation()
      pressed.add(control)
      if (control.closest('[data-cookie-notice]')) hideCookieNotice()
    },
    options
  )
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type !== 'radio') typed.set(target, target.value)
    },
    options
  )
  return {
    repeat: () => {
      keeping.abort()
      for (const [field, text] of typed) type(field, text)
      for (const control of pressed) control.click()
    },
    forget: () => keeping.abort()
  }
}

/** At once, as public/before-paint.js does: later, the page would move without the visitor having caused it. */
const hideCookieNotice = () => (document.documentElement.dataset.cookieNotice = 'read')

const nativeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')

/** React only hears of a value that differs from the last one that was set through the field itself. */
function type(field: HTMLInputElement, text: string): void {
  field.value = ''
  nativeValue?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
