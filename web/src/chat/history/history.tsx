import { useState } from 'react'
import { History } from 'lucide-react'
import { Popover } from 'radix-ui'
import { buttonClass } from '../../base/ui/button.tsx'
import { useLandmark } from '../../base/ui/landmark.ts'
import { SearchFieldButton } from '../search/search-button.tsx'
import { ConversationList, type ConversationListProps } from './conversation-list.tsx'

/** Past conversations at the left of the dialog, on wide screens. */
export const HistoryColumn = ({ onSearch, ...list }: ConversationListProps & { onSearch: (() => void) | null }) => (
  <aside
    aria-label="История чатов"
    className="sticky top-(--top-bar-height) hidden h-[calc(100dvh-var(--top-bar-height))] w-68 shrink-0 flex-col border-r border-line xl:flex"
  >
    <h2 className="px-5 pt-4.5 pb-2 text-small font-medium text-ink-faint">История чатов</h2>
    {onSearch && (
      <div className="px-3 pb-2">
        <SearchFieldButton onClick={onSearch} />
      </div>
    )}
    <div className="grow overflow-y-auto px-2 pb-4">
      <ConversationList {...list} />
    </div>
  </aside>
)

/** Past conversations behind a button; closes on a click outside, on Escape and when the user picks one. */
export function HistoryDropdown({ onPick, onRename, onDelete, acts, onBring, ...list }: ConversationListProps) {
  const [open, setOpen] = useState(false)
  const { container, onOpenChange } = useLandmark(setOpen)
  const closing =
    <Subject,>(act: (subject: Subject) => void) =>
    (subject: Subject) => {
      setOpen(false)
      act(subject)
    }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        aria-label="История чатов"
        className={buttonClass({ variant: 'ghost', className: 'px-3 data-[state=open]:bg-hover' })}
      >
        <History size={19} aria-hidden />
        <span className="hidden md:inline">История чатов</span>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="История чатов"
          className="z-40 max-h-90 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-floating data-[state=open]:animate-rise"
        >
          <ConversationList
            {...list}
            onPick={closing(onPick)}
            onRename={closing(onRename)}
            onDelete={closing(onDelete)}
            acts={{ share: closing(acts.share), save: closing(acts.save) }}
            onBring={onBring && (() => closing(onBring)(undefined))}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
