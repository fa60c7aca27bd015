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
    <div data-chats className="self-contained grow overflow-y-auto px-2 pb-4">
      <ConversationList {...list} />
    </div>
  </aside>
)

/**
 * Past conversations behind a button; closes on a click outside, on Escape, when the user picks one and when a dialog about
 * one opens.
 */
export function HistoryDropdown(list: ConversationListProps) {
  const { onBring } = list
  const [open, setOpen] = useState(false)
  const { container, onOpenChange } = useLandmark(setOpen)
  const closing =
    <Chosen,>(act: (chosen: Chosen) => void) =>
    (chosen: Chosen) => {
      setOpen(false)
      act(chosen)
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
          data-chats
          className="z-40 max-h-90 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-floating data-[state=open]:animate-rise"
        >
          <ConversationList
            {...list}
            onPick={closing(list.onPick)}
            onRename={closing(list.onRename)}
            onInstruct={closing(list.onInstruct)}
            onDelete={closing(list.onDelete)}
            onFile={closing(list.onFile)}
            acts={{ share: closing(list.acts.share), save: closing(list.acts.save) }}
            onBring={onBring && (() => closing(onBring)(undefined))}
            onRenameFolder={closing(list.onRenameFolder)}
            onDeleteFolder={closing(list.onDeleteFolder)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
