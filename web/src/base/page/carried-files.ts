// Files that are dragged or dropped: the browser would open them in place of the page, and what is written there would be lost.

/** Of an event of a drag, also of React's. */
export const carriesFiles = ({ dataTransfer }: { readonly dataTransfer?: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') ?? false

function keep(event: DragEvent): void {
  if (!carriesFiles(event) || event.defaultPrevented) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** Keeps the page where nothing takes the files. What takes them listens below the window. */
export function keepFromFiles(): void {
  window.addEventListener('dragover', keep)
  window.addEventListener('drop', keep)
}
