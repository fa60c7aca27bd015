import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { counted, formatCount } from '#contract/counted.ts'
import { importConversation } from '#contract/import.ts'
import { formatDate } from '../../base/format/dates.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { pause } from '../../base/http/retry.ts'
import { ApiError, call } from '../../base/session/client.ts'
import type { FoundChat, FoundChats } from './chatgpt-export.ts'

const formatChats = (count: number): string => counted(count, ['чат', 'чата', 'чатов'])
/** A list of thousands of boxes would hold up the page. */
const rowsMax = 300

interface ChoosingProps {
  found: FoundChats
  onBusy: (busy: boolean) => void
  onClose: () => void
  onBack: () => void
}

/** Which conversations come, and how far they are. */
export function Choosing({ found, onBusy, onClose, onBack }: ChoosingProps) {
  const [left, setLeft] = useState<ReadonlySet<FoundChat>>(new Set())
  const chosen = found.chats.filter((chat) => !left.has(chat))
  const { state, start, stop } = useImport(chosen, onBusy)
  if (state.progress?.done === chosen.length && !state.running && !state.problem)
    return <Done progress={state.progress} onClose={onClose} />
  if (state.progress) return <Moving state={state} total={chosen.length} start={start} stop={stop} onClose={onClose} />
  return (
    <>
      <Boxes found={found} left={left} onChange={setLeft} />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onBack}>
          Другой файл
        </Button>
        <Button disabled={chosen.length === 0} onClick={start}>
          {`Перенести ${chosen.length > 0 ? `(${formatCount(chosen.length)})` : ''}`}
        </Button>
      </div>
    </>
  )
}

interface MovingProps {
  state: ImportState
  total: number
  start: () => void
  stop: () => void
  onClose: () => void
}

const Moving = ({ state: { progress, running, problem }, total, start, stop, onClose }: MovingProps) => (
  <>
    <progress
      aria-label="Перенос чатов"
      max={total}
      value={progress?.done ?? 0}
      // As that of a file on its way: the colours of browsers are not ours.
      className="mt-5 block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
    />
    <output className="mt-2 block text-small text-ink-soft">
      {progress?.waiting
        ? 'Сервер просит подождать. Продолжим сами через несколько секунд'
        : `Перенесено ${formatCount(progress?.done ?? 0)} из ${formatCount(total)}`}
    </output>
    {problem && <Problem text={problem} />}
    <div className="mt-5 flex flex-wrap justify-end gap-3">
      {running ? (
        <Button variant="secondary" onClick={stop}>
          Остановить
        </Button>
      ) : (
        <>
          <Button variant="secondary" onClick={onClose}>
            Закрыть
          </Button>
          <Button onClick={start}>Продолжить</Button>
        </>
      )}
    </div>
  </>
)

interface BoxesProps {
  found: FoundChats
  /** Those that do not come. */
  left: ReadonlySet<FoundChat>
  onChange: (left: ReadonlySet<FoundChat>) => void
}

function Boxes({ found: { chats, unreadable }, left, onChange }: BoxesProps) {
  const toggle = (chat: FoundChat) => {
    const next = new Set(left)
    if (!next.delete(chat)) next.add(chat)
    onChange(next)
  }
  return (
    <>
      <p className="mt-2 text-small text-ink-soft">{`В файле ${formatChats(chats.length)}. ${unreadable > 0 ? `Ещё ${formatChats(unreadable)} прочитать не удалось. ` : ''}Уже перенесённые не повторятся.`}</p>
      <div data-unsaved={left.size > 0} className="mt-4 border-b border-line pb-2">
        <CheckBox
          label="Выбрать все"
          checked={left.size === 0}
          onChange={() => onChange(left.size === 0 ? new Set(chats) : new Set())}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label="Чаты в файле" className="-ml-2.5 max-h-72 overflow-y-auto py-2 pl-2.5">
        {chats.slice(0, rowsMax).map((chat) => (
          <li key={chat.source} className="py-1.5">
            <CheckBox
              checked={!left.has(chat)}
              onChange={() => toggle(chat)}
              label={
                <span className="wrap-anywhere">
                  <span className="text-ink">{chat.title}</span>{' '}
                  <span className="text-caption text-ink-faint">{formatDate(chat.updatedAt)}</span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {chats.length > rowsMax && (
        <p className="text-caption text-ink-soft">
          {`Показаны последние ${rowsMax}. Остальные переносятся, если не снять «Выбрать все».`}
        </p>
      )}
    </>
  )
}

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className="mt-4 rounded-control bg-danger-soft px-4 py-2 text-small text-danger">
    {`${text}. То, что уже перенесено, на месте.`}
  </p>
)

const Done = ({ progress: { done, known }, onClose }: { progress: ImportProgress; onClose: () => void }) => (
  <>
    <output className="block mt-4 text-small text-ink-soft">
      {done === known
        ? 'Все эти чаты были перенесены раньше.'
        : `В истории: ${formatChats(done - known)}.${known > 0 ? ` Ещё ${formatChats(known)} уже там.` : ''}`}
    </output>
    <Button onClick={onClose} className="mt-5 w-full">
      Готово
    </Button>
  </>
)

interface ImportState {
  running: boolean
  progress: ImportProgress | null
  problem: string | null
}

function useImport(chats: readonly FoundChat[], onBusy: (busy: boolean) => void) {
  const queries = useQueryClient()
  const [state, setState] = useState<ImportState>({ running: false, progress: null, problem: null })
  const [already] = useState(() => new Set<string>())
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start() {
    if (state.running) return
    const { signal } = (abort.current = new AbortController())
    const known = state.progress?.known ?? 0
    setState({ running: true, progress: { done: 0, known, waiting: null }, problem: null })
    onBusy(true)
    const onProgress = (progress: ImportProgress) =>
      setState((before) => ({ ...before, progress: { ...progress, known: known + progress.known } }))
    try {
      await runImport(chats, already, { signal, onProgress })
    } catch (error) {
      if (!signal.aborted) setState((before) => ({ ...before, problem: errorText(error, 'Не удалось перенести чат') }))
    } finally {
      setState((before) => ({ ...before, running: false }))
      onBusy(false)
      void queries.invalidateQueries({ queryKey: conversationsKey })
    }
  }

  return { state, start: () => void start(), stop: () => abort.current?.abort() }
}

export interface ImportProgress {
  /** Conversations that are in the account now. */
  done: number
  /** Those of them that were there before. */
  known: number
  /** The server asks to wait: seconds. */
  waiting: number | null
}

/** Longer than this is no turn in a queue. */
const waitMaxSeconds = 120

/**
 * Sends conversations one after the other. Each is added once however often it is sent, so a user who stops may begin again.
 * @param already sources that are in the account, to which the added ones are added
 * @throws ApiError for the first that is refused; an abort as it is
 */
export async function runImport(
  chats: readonly FoundChat[],
  already: Set<string>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void }
): Promise<ImportProgress> {
  const progress: ImportProgress = { done: 0, known: 0, waiting: null }
  const tell = (change: Partial<ImportProgress>) => onProgress({ ...Object.assign(progress, change) })
  for (const { updatedAt: _, ...chat } of chats) {
    while (!already.has(chat.source)) {
      try {
        const { created } = await call(importConversation, chat, { signal })
        already.add(chat.source)
        if (!created) tell({ known: progress.known + 1 })
      } catch (error) {
        const seconds = error instanceof ApiError && error.code === 'RATE_LIMITED' ? error.retryAfter : undefined
        if (seconds === undefined || seconds > waitMaxSeconds) throw error
        tell({ waiting: seconds })
        await pause(seconds * 1000, signal)
      }
    }
    tell({ done: progress.done + 1, waiting: null })
  }
  return progress
}
