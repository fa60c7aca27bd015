// The chats of a folder and of the archive, which are loaded when the user opens them.
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Button } from '../../base/ui/button.tsx'
import { archiveQuery, type ConversationPage, conversationsOf, folderQuery } from '../conversations/conversations.ts'
import { readMore } from '../conversations/use-conversations.ts'
import { ListLoading } from './frame.tsx'
import { ConversationRows } from './conversation-row.tsx'
import { useList } from './list-context.ts'
import { ListFailed } from './list-failed.tsx'

interface SectionProps {
  query: UseInfiniteQueryResult<InfiniteData<ConversationPage>>
  emptyText: string
}

function Section({ query, emptyText }: SectionProps) {
  const items = conversationsOf(query.data)
  if (query.isPending) return <ListLoading />
  if (!query.data) return <ListFailed reload={() => void query.refetch()} />
  if (items.length === 0) return <p className="px-3 py-2 text-caption text-ink-faint">{emptyText}</p>
  return (
    <>
      <ConversationRows items={items} />
      {query.hasNextPage && (
        <Button
          size="small"
          variant="ghost"
          busy={query.isFetchingNextPage}
          onClick={() => readMore(query)}
          className="mt-1 w-full"
        >
          Показать ещё
        </Button>
      )}
    </>
  )
}

export function FolderList({ folderId }: { folderId: number }) {
  const query = useInfiniteQuery(folderQuery(useList().scope, folderId))
  return (
    <div className="ml-3.5 border-l border-line pl-1">
      <Section query={query} emptyText="Здесь пока нет чатов" />
    </div>
  )
}

export function ArchiveList({ onBack }: { onBack: () => void }) {
  const query = useInfiniteQuery(archiveQuery(useList().scope))
  return (
    <section aria-label="Архив">
      <Button
        size="small"
        variant="ghost"
        icon={<ArrowLeft size={16} aria-hidden />}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone
        autoFocus
        onClick={onBack}
        className="w-full justify-start! px-3!"
      >
        Назад к чатам
      </Button>
      <h3 className="px-3 pt-2 pb-1 text-caption text-ink-faint">Архив</h3>
      <Section query={query} emptyText="В архиве пусто" />
    </section>
  )
}
