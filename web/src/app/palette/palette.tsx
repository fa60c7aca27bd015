import { useId, useRef, useState, type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { Search as SearchIcon } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { searchTextMax, type FoundConversation, searchChats } from '#contract/search.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { controlClass } from '../../base/ui/field.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { FoundList, targetsOf } from './found-list.tsx'

interface SearchDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Search in all chats of all services. The text stays for the next time it is opened. */
export function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Поиск по чатам"
      initialFocus={field}
      className="max-w-2xl! top-4! translate-y-0! sm:top-16!"
    >
      <SearchBox text={text} onType={setText} field={field} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface SearchBoxProps {
  text: string
  onType: (text: string) => void
  field: React.RefObject<HTMLInputElement | null>
  onDone: () => void
}

/** A combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
function SearchBox({ text, onType, field, onDone }: SearchBoxProps) {
  const listId = useId()
  const navigate = useNavigate()
  const search = useSearch(text)
  const targets = targetsOf(search.found)
  const [marked, setMarked] = useState({ query: '', index: 0 })
  // What was marked among other results means nothing here.
  const index = Math.min(marked.query === search.query ? marked.index : 0, targets.length - 1)
  const active = targets[index]

  function pick(link: string) {
    onDone()
    void navigate(link)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && targets.length > 0) {
      event.preventDefault()
      setMarked({ query: search.query, index: (index + step + targets.length) % targets.length })
    }
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault()
      pick(active.link)
    }
  }

  return (
    <div className="mt-4 flex flex-col">
      <div className="relative">
        <SearchIcon size={18} aria-hidden className="absolute top-3.5 left-3.5 text-ink-faint" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Что найти"
          aria-expanded={targets.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active?.key}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={searchTextMax}
          placeholder="Слово или его начало"
          value={text}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClass} h-12 pr-3.5 pl-11`}
        />
      </div>
      <Status search={search} />
      <Results search={search}>
        <FoundList id={listId} found={search.found} active={active?.key} onPick={pick} />
      </Results>
    </div>
  )
}

/** Read aloud when it changes. */
const Status = ({ search: { state, found, indexing } }: { search: Search }) => (
  <output className="block min-h-9 px-1 pt-3 pb-1 text-caption text-ink-soft">
    {`${state === 'idle' ? 'Ищем во всех чатах всех сервисов: в названиях, вопросах и ответах.' : ''}${state === 'ready' ? (found.length > 0 ? `Найдено чатов: ${found.length}` : 'Ничего не найдено') : ''}${state === 'ready' && indexing ? '. Ещё читаем старые чаты, результаты дополняются…' : ''}`}
  </output>
)

function Results({ search, children }: { search: Search; children: ReactNode }) {
  const { state, found, hasMore, loadingMore, loadMore, reload, indexing } = search
  if (state === 'idle') return null
  if (state === 'loading')
    return (
      <output aria-label="Идёт поиск" className="flex flex-col gap-4 px-3 py-2">
        {['w-2/5', 'w-11/12', 'w-1/3', 'w-4/5'].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </output>
    )
  if (state === 'failed') return <LoadFailure what="результаты поиска" onRetry={reload} />
  if (found.length === 0)
    return indexing ? null : (
      <p className="px-1 text-small text-ink-soft">Попробуйте другое слово или только его начало.</p>
    )
  return (
    <>
      {children}
      {hasMore && (
        <Button size="small" variant="ghost" busy={loadingMore} onClick={loadMore} className="mt-2 w-full">
          Показать ещё
        </Button>
      )}
    </>
  )
}

/** Typing pauses this long before the server is asked. */
const pauseMs = 200
const lengthMin = 2
/** While the server still reads old chats, it is asked again. */
const askAgainMs = 1000

export interface Search {
  state: 'idle' | 'loading' | 'failed' | 'ready'
  found: readonly FoundConversation[]
  /** The words that `found` is about. */
  query: string
  indexing: boolean
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  reload: () => void
}

/** Finds conversations while the user types. */
function useSearch(text: string): Search {
  const query = useRested(beginningOf(text.trim(), searchTextMax))
  const isIdle = query.length < lengthMin
  const pages = useInfiniteQuery({
    queryKey: [...conversationsKey, 'search', query],
    queryFn: ({ pageParam, signal }) =>
      call(searchChats, { q: query, ...(pageParam > 0 && { cursor: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: !isIdle,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.some(({ indexing }) => indexing) ? askAgainMs : false)
  })
  const data = isIdle ? undefined : pages.data
  return {
    state: isIdle ? 'idle' : data ? 'ready' : pages.isError ? 'failed' : 'loading',
    found: oncePerConversation(data?.pages.flatMap(({ items }) => items) ?? []),
    query,
    indexing: data?.pages.some(({ indexing }) => indexing) ?? false,
    hasMore: pages.hasNextPage,
    loadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    reload: () => void pages.refetch()
  }
}

/** A conversation whose older messages are on a later page stands where its newest ones are. */
function oncePerConversation(found: readonly FoundConversation[]): FoundConversation[] {
  const first = new Map<number, FoundConversation>()
  for (const one of found) if (!first.has(one.conversation.id)) first.set(one.conversation.id, one)
  return [...first.values()]
}

/** A text as soon as it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
