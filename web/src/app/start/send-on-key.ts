import { sends } from '../../base/page/send-rule.ts'

/** The keys that send in chats press the button of a field with `data-sends`, whether the application runs or not. */
export const sendOnKey = (): void =>
  document.addEventListener('keydown', (event) => {
    const { target } = event
    if (!(target instanceof HTMLTextAreaElement && 'sends' in target.dataset && sends(event))) return
    event.preventDefault()
    // A key that is held down would send again and again.
    if (!event.repeat) target.form?.querySelector<HTMLElement>('[type=submit]')?.click()
  })
