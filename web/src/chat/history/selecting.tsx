// Several chats of a list are chosen, and something is done with all of them.
import { useState } from 'react'
import { Archive, ArchiveRestore, FolderInput, Trash2, X } from 'lucide-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { conversationsOf, folderQuery, listedConversations, type Scope } from '../conversations/conversations.ts'
import { useList } from './list-context.ts'
import { chatsWord } from '../acts/list-words.ts'

export interface Selecting {
  ids: ReadonlySet<number>
  /** @param list holds the rows @param isRange all from the last one that was chosen alone */
  toggle: (id: number, list: Element | null, isRange: boolean) => void
  choose: (ids: Iterable<number>) => void
  end: () => void
}

interface Chosen {
  ids: ReadonlySet<number>
  /** From where a range begins. */
  anchor: number | null
}

const nothing: Chosen = { ids: new Set(), anchor: null }

/** The chats of a list in their order on the screen. */
const orderIn = (list: Element | null): number[] =>
  [...(list?.querySelectorAll<HTMLElement>('[data-chat]') ?? [])].map((row) => Number(row.dataset.chat))

function after({ ids, anchor }: Chosen, id: number, order: readonly number[], isRange: boolean): Chosen {
  const from = isRange && anchor !== null ? order.indexOf(anchor) : -1
  const to = order.indexOf(id)
  if (from >= 0 && to >= 0)
    return { ids: new Set([...ids, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]), anchor }
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** @param onEnd moves the focus, whose element is gone @returns null while several are not being chosen, and what begins that */
export function useSelecting(
  onEnd: () => void
): [selecting: Selecting | null, begin: (ids?: Iterable<number>) => void] {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const selecting = chosen && {
    ids: chosen.ids,
    toggle: (id: number, list: Element | null, isRange: boolean) =>
      setChosen((now) => after(now ?? nothing, id, orderIn(list), isRange)),
    choose: (ids: Iterable<number>) => setChosen({ ids: new Set(ids), anchor: null }),
    end: () => {
      setChosen(null)
      onEnd()
    }
  }
  return [selecting, (ids = []) => setChosen({ ids: new Set(ids), anchor: null })]
}

/** @param choose gets the chats of a folder, also those that the list has not read yet */
export function useChoosingAll(scope: Scope, choose: (ids: Iterable<number>) => void) {
  const queries = useQueryClient()
  return ({ id }: Folder) =>
    void queries.fetchInfiniteQuery({ ...folderQuery(scope, id), pages: Infinity, staleTime: 0 }).then(
      (data) => choose(conversationsOf(data).map((chat) => chat.id)),
      (error: unknown) => notify.error(errorText(error, 'Не удалось прочитать чаты папки'))
    )
}

/** The chosen chats that this page knows. */
export const chosenOf = (queries: QueryClient, ids: ReadonlySet<number>): Conversation[] =>
  listedConversations(queries).filter(({ id }) => ids.has(id))

/** How many are chosen, and what can be done with them. */
export function SelectionBar({ selecting }: { selecting: Selecting }) {
  const queries = useQueryClient()
  const { actions } = useList()
  const chosen = chosenOf(queries, selecting.ids)
  const count = chosen.length
  const isOff = count === 0
  const areArchived = count > 0 && chosen.every(({ archived_at }) => archived_at !== null)
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
      role="group"
      aria-label="Выбранные чаты"
      className="flex shrink-0 flex-col gap-2 border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex items-center gap-1">
        <output className="grow text-small">{`Выбрано: ${count}`}</output>
        <IconButton
          size="small"
          label="В папку…"
          icon={<FolderInput size={17} />}
          // The archive shows its chats whichever folder they are of.
          disabled={isOff || areArchived}
          onClick={() => actions.file(chosen)}
        />
        <IconButton
          size="small"
          label={areArchived ? 'Вернуть из архива' : 'В архив'}
          icon={areArchived ? <ArchiveRestore size={17} /> : <Archive size={17} />}
          disabled={isOff}
          onClick={() => actions.place(chosen, { archived: !areArchived })}
        />
        <IconButton size="small" label="Закончить выбор" icon={<X size={17} />} onClick={selecting.end} />
      </div>
      <Button
        size="small"
        variant="danger"
        icon={<Trash2 size={16} aria-hidden />}
        disabled={isOff}
        onClick={() => actions.remove(chosen)}
      >
        {count === 0 ? 'Удалить' : `Удалить ${chatsWord(count)}`}
      </Button>
    </div>
  )
}
