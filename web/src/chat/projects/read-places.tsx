// Which files of the project an answer has read, and where: each place opens the text of its file.
import { useState } from 'react'
import { ChevronRight, FileText } from 'lucide-react'
import type { ReadPlace } from '#contract/projects.ts'
import { useLateDialog } from '../../base/ui/use-late-dialog.ts'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { placeText, readText } from './project-words.ts'

const FileTextDialog = lateDialog(async () => (await import('./file-text-dialog.tsx')).FileTextDialog)

/** Under an answer, folded. */
export function ReadPlaces({ places }: { places: readonly ReadPlace[] }) {
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<ReadPlace | null>(null)
  const dialog = useLateDialog()
  return (
    <>
      <details
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="mt-3 text-small text-ink-soft"
      >
        <summary className="flex min-h-8 w-fit max-w-full cursor-pointer list-none items-center gap-1.5 rounded-control pr-2 select-none hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={16}
            aria-hidden
            className={isOpen ? 'shrink-0 rotate-90 transition' : 'shrink-0 transition'}
          />
          <span className="min-w-0 wrap-anywhere">{readText(places)}</span>
        </summary>
        {isOpen && (
          <ul aria-label="Прочитанные места" className="mt-1 ml-2 border-l-2 border-line pl-3">
            {places.map((place, index) => (
              // The same passage may be read twice, of a question and of its neighbours.
              <li key={`${place.fileId} ${place.start ?? ''} ${index}`}>
                <button
                  type="button"
                  aria-haspopup="dialog"
                  onClick={() => {
                    setShown(place)
                    dialog.show()
                  }}
                  className="flex min-h-8 max-w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
                >
                  <FileText size={15} aria-hidden className="shrink-0" />
                  <span className="min-w-0 wrap-anywhere">{placeText(place)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </details>
      {dialog.wasOpened && shown && <FileTextDialog place={shown} open={dialog.open} onOpenChange={dialog.setOpen} />}
    </>
  )
}
