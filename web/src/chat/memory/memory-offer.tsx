// What a model proposes to remember after an answer, and what the user says to it.
import { useRef, useState } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { memoryKey } from '../../base/http/query-keys.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { declineOffer, forgetLine, memoryQuery, remember } from '../../base/memory/memory-calls.ts'
import { LineForm } from '../../base/memory/memory-lines.tsx'
import { pageStore } from '../../base/storage/page-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'

/** What «Отменить» does: forgets the line, and remembers again those that it took the place of. */
interface Undo {
  id: number
  replaced: string[]
}

/** `undo` null: the memory held it already. */
type Decision = { kind: 'declined' } | { kind: 'kept'; text: string; undo: Undo | null }

/** By the operation of the answer. The messages that the page has read still hold the offer. */
const decisions = pageStore<ReadonlyMap<string, Decision>>(() => new Map())

const decide = (operationId: string, decision: Decision): void =>
  decisions.setState(new Map(decisions.getState()).set(operationId, decision), true)

/** @throws what the calls throw */
async function keep(queries: QueryClient, operationId: string, text: string): Promise<void> {
  // Without a network it fails at once, as every change does.
  const before = await queries.fetchQuery({ ...memoryQuery, staleTime: 0, networkMode: 'always' })
  const after = await remember(text, operationId)
  queries.setQueryData(memoryKey, after)
  const isIn = (lines: typeof before.lines, wanted: (typeof lines)[number]) =>
    lines.some((line) => line.id === wanted.id && line.text === wanted.text)
  const added = after.lines.find((line) => line.text === text && !isIn(before.lines, line))
  const replaced = before.lines.filter((line) => !isIn(after.lines, line)).map((line) => line.text)
  decide(operationId, { kind: 'kept', text, undo: added ? { id: added.id, replaced } : null })
}

/** @throws what the calls throw */
async function takeBack(queries: QueryClient, { id, replaced }: Undo): Promise<void> {
  let memory = await forgetLine(id)
  for (const text of replaced) memory = await remember(text)
  queries.setQueryData(memoryKey, memory)
  notify.success('Запись удалена из памяти')
}

interface MemoryOfferProps {
  operationId: string
  text: string
}

export function MemoryOffer({ operationId, text }: MemoryOfferProps) {
  const decision = useStore(decisions, (known) => known.get(operationId))
  const box = useRef<HTMLDivElement>(null)
  if (decision?.kind === 'declined') return null
  /** Nothing of the offer is left: its answer gets the focus. */
  const decline = () => {
    const { activeElement, body } = document
    if (box.current?.contains(activeElement) || activeElement === body) focusOn(box.current?.closest('article'))
    decide(operationId, { kind: 'declined' })
  }
  return (
    <div ref={box} tabIndex={-1} className="mt-2 text-small text-ink-soft outline-none">
      {decision ? (
        <Kept {...decision} onUndone={decline} />
      ) : (
        <Offered {...{ operationId, text }} onKept={() => box.current?.focus()} onDeclined={decline} />
      )}
    </div>
  )
}

function focusOn(answer: HTMLElement | null | undefined): void {
  if (!answer) return
  answer.tabIndex = -1
  answer.focus({ preventScroll: true })
}

const rowClass = 'flex flex-wrap items-center gap-x-2 gap-y-1'

const tell = (error: Error) => notify.error(errorText(error, 'Не удалось запомнить'))

interface OfferedProps extends MemoryOfferProps {
  /** The button that had the focus is about to go. */
  onKept: () => void
  onDeclined: () => void
}

function Offered({ operationId, text, onKept, onDeclined }: OfferedProps) {
  const queries = useQueryClient()
  const [isEdited, setEdited] = useState(false)
  const keeping = useSingleMutation({
    mutationFn: (line: string) => keep(queries, operationId, line),
    onSuccess: onKept,
    onError: tell
  })
  const declining = useSingleMutation({
    mutationFn: () => declineOffer(operationId),
    onSuccess: onDeclined,
    onError: tell
  })
  if (isEdited)
    return (
      <LineForm
        label="Запомнить"
        text={text}
        action="Запомнить"
        busy={keeping.isPending}
        onSave={keeping.start}
        onClose={() => setEdited(false)}
      />
    )
  return (
    <div className={rowClass}>
      <span className="wrap-anywhere">{`Запомнить: «${text}»?`}</span>
      <span className="flex flex-wrap gap-1">
        <Button variant="secondary" size="small" busy={keeping.isPending} onClick={() => keeping.start(text)}>
          Запомнить
        </Button>
        <Button variant="ghost" size="small" onClick={() => setEdited(true)}>
          Изменить
        </Button>
        <Button variant="ghost" size="small" busy={declining.isPending} onClick={() => declining.start()}>
          Не нужно
        </Button>
      </span>
    </div>
  )
}

function Kept({ text, undo, onUndone }: { text: string; undo: Undo | null; onUndone: () => void }) {
  const queries = useQueryClient()
  const undoing = useSingleMutation({
    mutationFn: (wanted: Undo) => takeBack(queries, wanted),
    onSuccess: onUndone,
    onError: (error) => notify.error(errorText(error, 'Не удалось отменить'))
  })
  return (
    <div className={rowClass}>
      <output className="wrap-anywhere">{undo ? `Запомнено: «${text}»` : 'Это уже есть в памяти'}</output>
      {undo && (
        <Button variant="ghost" size="small" busy={undoing.isPending} onClick={() => undoing.start(undo)}>
          Отменить
        </Button>
      )}
    </div>
  )
}
