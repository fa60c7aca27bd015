import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Search as SearchIcon } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { searchTextMax } from '#contract/search.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { controlClass } from '../../base/ui/field.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { FoundList, targetsOf } from './found-list.tsx'
import { type Search, useSearch } from './use-search.ts'

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
