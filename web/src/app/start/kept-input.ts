// What a visitor does while the application is still loading: it is held back, and done over when the page answers to events.
import { carriesFiles } from '../../base/page/carried-files.ts'
import { sends } from '../../base/page/send-rule.ts'
import type { SentState } from './tell-sent.ts'

/** What does nothing without the application. A link does: it opens its page as a document. */
const scripted = 'button, label, input[type=radio]'

export interface KeptInput {
  /** Aborted when nothing is kept any more, before it is done over. */
  signal: AbortSignal
  /** Does over what was kept: the page answers to events now. */
  repeat: () => void
  /** Stops keeping: the application could not be loaded. */
  forget: () => void
}

/** Holds back presses and dropped files, and remembers typed texts from now on. */
export function keepInput(): KeptInput {
  const keeping = new AbortController()
  const { signal } = keeping
  const options = { capture: true, signal }
  const presses = keepPresses(signal)
  const dropFiles = keepFiles(signal, presses.keepNoSend)
  const typed = new Map<HTMLInputElement, string>()
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type === 'radio') return
      typed.set(target, target.value)
      if (target.type === 'file') presses.keepNoSend()
    },
    options
  )
  return {
    signal,
    repeat: () => {
      keeping.abort('')
      for (const [field, text] of typed) type(field, text)
      dropFiles()
      presses.repeat()
    },
    forget: () => keeping.abort('failed')
  }
}

/**
 * Each control that is pressed, once: a button, the button of a menu, or the form of a tool, whose settings may leave it no button.
 * @param signal aborted with what those who have sent something are told then, or with nothing
 */
function keepPresses(signal: AbortSignal) {
  const options = { capture: true, signal }
  /** With the key that opens a menu. */
  const pressed = new Map<HTMLElement, KeyboardEvent | null>()
  // Where something can be sent it is there early: when it is needed, it may be too late to load it.
  const telling = document.querySelector('form') && import('./tell-sent.ts')
  const tell = (state: SentState) => void telling?.then(({ tellSent }) => tellSent(state)).catch(() => undefined)
  let keepsSends = true
  /** The button that sends looks pressed until the application does what it is for. */
  const show = () => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[type=submit]')]
    const sent = [...pressed.keys()].filter(isSubmit).map(formOf)
    for (const button of buttons) button.ariaBusy = !signal.aborted && sent.includes(button.form) ? 'true' : null
    tell(sent.length === 0 ? '' : signal.aborted ? signal.reason : 'sending')
  }
  /** What is changed is sent again by its writer. */
  const withdraw = (form: HTMLFormElement | null) => {
    for (const one of pressed.keys()) if (isSubmit(one) && (!keepsSends || formOf(one) === form)) pressed.delete(one)
    show()
  }
  const keep = (event: Event, control: HTMLElement, key: KeyboardEvent | null) => {
    // React may listen already but not have the page's content yet: it must not see the press twice.
    event.preventDefault()
    event.stopPropagation()
    if (!isSubmit(control)) withdraw(formOf(control))
    else if (!keepsSends) return
    const first = pressed.get(control) ?? key
    // In the order of the last presses: of several choices the last one stays.
    pressed.delete(control)
    pressed.set(control, first)
    show()
  }
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element && event.target.closest<HTMLElement>(scripted)
      if (!control) return
      keep(event, toolOf(control) ?? control, null)
      if (control.closest('[data-cookie-notice]')) hideCookieNotice()
    },
    options
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const control = controlOfKey(event)
      if (control) keep(event, control, event)
    },
    options
  )
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLElement) withdraw(formOf(target))
    },
    options
  )
  signal.addEventListener('abort', show)
  return {
    repeat: () => {
      for (const [control, key] of pressed) press(control, key)
    },
    /** The application takes files in later than presses, which would be sent and paid without them: the user sends by hand. */
    keepNoSend: () => {
      keepsSends = false
      withdraw(null)
    }
  }
}

const isSubmit = (control: HTMLElement) => control.matches('form, [type=submit]')
const formOf = (control: HTMLElement) => control.closest('form')

/** The form that a button sends, where it is that of a tool. */
const toolOf = (control: HTMLElement) =>
  isSubmit(control) ? control.closest<HTMLFormElement>('form[data-draft]') : null

/** @returns what a key does something to that only the application knows: it opens a menu, or sends the form of a tool */
function controlOfKey(event: KeyboardEvent): HTMLElement | null {
  const { key, target } = event
  if (!(target instanceof Element)) return null
  const menu = ['Enter', ' ', 'ArrowDown'].includes(key) && target.closest<HTMLElement>('[aria-haspopup=menu]')
  // As src/studio/studio-form.tsx.
  return menu || (sends(event, false) ? target.closest<HTMLElement>('form[data-draft]') : null)
}

/** At once, as public/before-paint.js does: later, the page would move without the visitor having caused it. */
const hideCookieNotice = () => (document.documentElement.dataset.cookieNotice = 'read')

/** What stands there now, where the application has drawn the page anew. */
function nowAt<Kept extends HTMLElement>(kept: Kept): Kept | undefined {
  if (kept.isConnected) return kept
  const others = [...document.querySelectorAll<Kept>(kept.localName)]
  return others.find(
    (one) =>
      // A form has its fields as properties of these names.
      ['aria-label', 'type', 'name', 'value'].every((name) => one.getAttribute(name) === kept.getAttribute(name)) &&
      // The words of a form depend on the user.
      (kept instanceof HTMLFormElement || one.textContent === kept.textContent)
  )
}

function press(kept: HTMLElement, key: KeyboardEvent | null): void {
  const control = nowAt(kept)
  // Also without its button, or with a disabled one: it says then what is missing.
  if (control instanceof HTMLFormElement) return control.requestSubmit()
  if (key) return void control?.dispatchEvent(new KeyboardEvent('keydown', key))
  // Menus open before the press has become a click.
  control?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  control?.click()
}

const nativeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')

/** React only hears of a value that differs from the last one that was set through the field itself. A chosen file is there still. */
function type(field: HTMLInputElement, text: string): void {
  if (field.type === 'file') return void field.dispatchEvent(new Event('change', { bubbles: true }))
  field.value = ''
  nativeValue?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Keeps the files that were dropped last.
 * @param signal aborted when nothing is kept any more
 * @param onDrop called when files are kept
 * @returns drops them again
 */
function keepFiles(signal: AbortSignal, onDrop: () => void): () => void {
  const options = { capture: true, signal }
  let dropped: { target: HTMLElement; dataTransfer: DataTransfer } | null = null
  const hold = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    const { type: name, target, dataTransfer } = event
    if (name !== 'drop' || !(target instanceof HTMLElement) || !dataTransfer) return
    // The browser empties its own one after the event.
    dropped = { target, dataTransfer: new DataTransfer() }
    for (const file of dataTransfer.files) dropped.dataTransfer.items.add(file)
    onDrop()
  }
  document.addEventListener('dragover', hold, options)
  document.addEventListener('drop', hold, options)
  return () => {
    if (!dropped) return
    const { target, dataTransfer } = dropped
    nowAt(target)?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }
}
