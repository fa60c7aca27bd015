// Above the composer: that the user's memory goes with the question, or that it does not, so that nothing is sent unseen.
import { useQuery } from '@tanstack/react-query'
import { Brain } from 'lucide-react'
import { counted, type WordForms } from '#contract/counted.ts'
import { memoryQuery } from '../../base/memory/memory-calls.ts'
import { useLateDialog } from '../../base/ui/use-late-dialog.ts'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { type MemoryPlace, useMemoryOff } from './chat-memory.ts'

const MemoryDialog = lateDialog(async () => (await import('./memory-dialog.tsx')).MemoryDialog)

const lineForms: WordForms = ['запись', 'записи', 'записей']

const offTexts = { chat: 'Память в этом чате выключена', project: 'Память в этом проекте выключена' } as const

export function MemoryNote(place: MemoryPlace) {
  const { data: memory } = useQuery(memoryQuery)
  const off = useMemoryOff(place)
  const { open, setOpen, wasOpened, show } = useLateDialog()
  if (!memory?.isOn && !wasOpened) return null
  const count = memory?.lines.length ?? 0
  return (
    <div className="mb-1 flex px-2">
      {memory?.isOn && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={show}
          className="flex min-h-8 min-w-0 items-center gap-2 rounded-control px-2 text-left text-caption text-ink-soft transition hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
        >
          <Brain size={15} aria-hidden className="shrink-0" />
          <span>{off ? offTexts[off] : count === 0 ? 'Память: пусто' : `Память: ${counted(count, lineForms)}`}</span>
        </button>
      )}
      {wasOpened && <MemoryDialog {...place} open={open} onClose={() => setOpen(false)} />}
    </div>
  )
}
