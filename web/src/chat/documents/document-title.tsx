import type { KeyboardEvent } from 'react'
import type { OpenedDocument } from '#contract/documents.ts'
import { useTyped } from '../../base/form/use-typed.ts'
import type { DocumentBox } from './document-draft.ts'
import { useDocumentActs } from './use-document.ts'

const titleLengthMax = 200

/** The name of the document, changed in its place: Enter or leaving the field keeps it, Escape does not. */
export function DocumentTitle({ opened, box }: { opened: OpenedDocument; box: DocumentBox }) {
  const { title } = opened.document
  const { rename } = useDocumentActs(opened, box)
  const [typed, setTyped] = useTyped(title)

  function keep() {
    const wanted = typed.trim()
    if (wanted === '') setTyped(title)
    // A refused name stays in the field, to be tried again.
    else void rename(wanted)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    setTyped(title)
  }

  return (
    <input
      type="text"
      dir="auto"
      aria-label="Название документа"
      title={typed}
      value={typed}
      maxLength={titleLengthMax}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={onKeyDown}
      className="h-11 min-w-0 grow truncate rounded-control bg-transparent px-2 font-semibold hover:bg-hover focus:bg-raised"
    />
  )
}
