import { useEffect, useEffectEvent, type RefObject } from 'react'

/** The fields of the page that would take a file from the clipboard. */
const fields = new Set<RefObject<HTMLElement | null>>()

/** A copied table or web page is text that a text field wants, and a picture of it only besides. */
const isMeantAsText = (event: ClipboardEvent) =>
  event.target instanceof HTMLElement &&
  event.target.matches('input:not([type=file]), textarea, [contenteditable]') &&
  (event.clipboardData?.types.includes('text/plain') ?? false)

/** Takes a pasted file when the field is the only one of the page, or has the focus. */
export function useFilePaste(field: RefObject<HTMLElement | null>, onFile: (file: File) => void, disabled: boolean) {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    const isAddressed = fields.size === 1 || field.current?.contains(document.activeElement)
    if (!file || !isAddressed || event.defaultPrevented || isMeantAsText(event)) return
    event.preventDefault()
    onFile(file)
  })

  useEffect(() => {
    if (disabled) return undefined
    const listen = (event: ClipboardEvent) => take(event)
    fields.add(field)
    window.addEventListener('paste', listen)
    return () => {
      fields.delete(field)
      window.removeEventListener('paste', listen)
    }
  }, [field, disabled])
}
