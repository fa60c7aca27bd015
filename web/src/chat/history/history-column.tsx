import { ConversationList, type ConversationListProps } from './conversation-list.tsx'

/** Past conversations at the left of the dialog, where there is room for them. */
export const HistoryColumn = (list: ConversationListProps) => (
  <aside
    aria-label="История чатов"
    className="sticky top-(--top-bar-height) hidden h-[calc(100dvh-var(--top-bar-height))] w-68 shrink-0 flex-col border-r border-line xl:flex"
  >
    <h2 className="px-5 pt-4.5 pb-2 text-small font-medium text-ink-faint">История чатов</h2>
    <div className="grow overflow-y-auto px-2 pb-4">
      <ConversationList {...list} />
    </div>
  </aside>
)
