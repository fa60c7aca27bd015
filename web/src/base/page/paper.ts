// Printing: a document below the page, which only a printer sees.
import './paper.css'

/**
 * Opens the print dialog of the browser. @returns false where there is none
 * @param title browsers propose it as the name of a PDF
 * @param draw draws into the place; resolves, when everything is drawn as it will be, to what takes it away again
 */
export async function printOnPaper(
  title: string,
  draw: (place: HTMLElement) => Promise<() => void> | (() => void)
): Promise<boolean> {
  if (typeof window.print !== 'function') return false
  const place = document.createElement('div')
  place.className = 'print-document'
  document.body.append(place)
  // Were the style sheet to look for the document itself, with `:has()`, every element of a growing answer would have it look again.
  document.documentElement.toggleAttribute('data-prints', true)
  const remove = await draw(place)
  const titleBefore = document.title
  document.title = title
  window.addEventListener(
    'afterprint',
    () => {
      document.title = titleBefore
      remove()
      place.remove()
      document.documentElement.toggleAttribute('data-prints', false)
    },
    { once: true }
  )
  window.print()
  return true
}
