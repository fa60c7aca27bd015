import { useEffect, useState, type DragEvent } from 'react'

const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/** A drop beside the area would make the browser leave the page for the file, and everything written with it. */
function keepPage(event: globalThis.DragEvent) {
  if (!carriesFiles(event) || event.defaultPrevented) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** `over` while a file is held over the area; `area` are the area's own handlers. */
export function useFileDrop(onFile: (file: File) => void, disabled: boolean) {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [])

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
        // Also told when the pointer passes from the area to something inside it.
        const into = event.relatedTarget
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (disabled || !carriesFiles(event)) return
        event.preventDefault()
        const file = event.dataTransfer.files[0]
        if (file) onFile(file)
      }
    }
  }
}
