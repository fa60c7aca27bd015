import { type DragEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { carriesFiles } from '../../base/page/carried-files.ts'
import { isPastedText } from './pasted-text.ts'

/** `isOver` while the user drags a file over the area; `area` are the handlers of the area. */
export function useFileDrop(onFiles: (files: readonly File[]) => void, disabled: boolean) {
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    if (disabled || !carriesFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  return {
    isOver: isOver && !disabled,
    area: {
      onDragEnter: hold,
      onDragOver: hold,
      onDragLeave: (event: DragEvent) => {
        // Also fired when the pointer enters an element inside the area.
        const into = event.relatedTarget
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (disabled || !carriesFiles(event)) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }
    }
  }
}

/** The mounted fields that take pasted files. */
const fields = new Set<RefObject<HTMLElement | null>>()

/** A text field gets text, also where a picture of it comes with it. */
const isMeantAsText = (event: ClipboardEvent) =>
  event.target instanceof HTMLElement &&
  event.target.matches('input:not([type=file]), textarea, [contenteditable]') &&
  event.clipboardData !== null &&
  isPastedText(event.clipboardData)

/** Where a pasted file belongs: to the field with the focus, to the only one, or else to the first that is empty. */
function addressed() {
  const all = [...fields]
  return (
    all.find(({ current }) => current?.contains(document.activeElement)) ??
    (all.length > 1 ? all.find(({ current }) => current?.dataset['empty']) : all[0])
  )
}

/** Takes a pasted file when it belongs to this field. An empty one has `data-empty`. */
export function useFilePaste(
  field: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
  disabled: boolean
) {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files
    if (!files?.length || event.defaultPrevented || addressed() !== field || isMeantAsText(event)) return
    event.preventDefault()
    onFiles([...files])
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
