// What the models remember of the user, line by line: on the page of the profile, and in a dialog of the chats.
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type MemoryLine, memoryLineLengthMax, memoryLinesMax } from '#contract/memory.ts'
import { Button } from '../ui/button.tsx'
import { CheckBox } from '../ui/check-box.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Question } from '../ui/question.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LoadFailure } from '../ui/states.tsx'
import { TextField } from '../ui/text-field.tsx'
import {
  changeLine,
  forgetAll,
  forgetLine,
  memoryQuery,
  remember,
  switchMemory,
  useMemoryChange
} from './memory-calls.ts'

export function MemoryLines() {
  const { data: memory, isError, refetch } = useQuery(memoryQuery)
  const switching = useMemoryChange()
  if (isError && !memory) return <LoadFailure what="память" onRetry={() => void refetch()} />
  if (!memory) return <Skeleton className="h-30 max-w-md" />
  const { isOn, lines } = memory
  return (
    <div className="flex max-w-md flex-col gap-4">
      <CheckBox
        label="Помнить обо мне во всех чатах"
        checked={isOn}
        busy={switching.isPending}
        onChange={({ target: { checked } }) => switching.start(() => switchMemory(checked))}
      />
      {lines.length === 0 ? <Empty isOn={isOn} /> : <List lines={lines} isOn={isOn} />}
      {isOn && <NewLine isFull={lines.length >= memoryLinesMax} />}
    </div>
  )
}

const Empty = ({ isOn }: { isOn: boolean }) => (
  <p className="text-small text-ink-soft">
    {isOn
      ? 'Пока пусто. Расскажите о себе в чате — под ответом появится вопрос, запомнить ли это. Без вашего «да» ничего не сохраняется.'
      : 'Память выключена: модели знают о вас только то, что есть в чате. С памятью не придётся повторять одно и то же, и без вашего «да» в неё ничего не попадёт.'}
  </p>
)

function List({ lines, isOn }: { lines: readonly MemoryLine[]; isOn: boolean }) {
  const [edited, setEdited] = useState<number | null>(null)
  const [last, setLast] = useState<number | null>(null)
  const [asks, setAsks] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const change = useMemoryChange(() => {
    setAsks(false)
    // The button that had the focus is gone.
    list.current?.focus()
  })
  const close = (id: number) => {
    setEdited(null)
    setLast(id)
  }
  return (
    <>
      {!isOn && <p className="text-small text-ink-soft">Записи хранятся, но модели их не получают.</p>}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Записи памяти"
        className="flex flex-col divide-y divide-line rounded-card border border-line outline-none"
      >
        {lines.map((line) => (
          <li key={line.id} className="py-1 pr-1 pl-4">
            {edited === line.id ? (
              <EditedLine line={line} onClose={() => close(line.id)} />
            ) : (
              <Line
                line={line}
                wasEdited={last === line.id}
                busy={change.isPending}
                onEdit={() => setEdited(line.id)}
                onForget={() => change.start(() => forgetLine(line.id))}
              />
            )}
          </li>
        ))}
      </ul>
      {asks ? (
        <Question title="Забыть всё?" text="Все записи удалятся. Вернуть их нельзя.">
          <Button variant="danger" size="small" busy={change.isPending} onClick={() => change.start(forgetAll)}>
            Забыть всё
          </Button>
          <Button variant="secondary" size="small" onClick={() => setAsks(false)}>
            Отмена
          </Button>
        </Question>
      ) : (
        <Button variant="ghost" size="small" className="self-start" onClick={() => setAsks(true)}>
          Забыть всё…
        </Button>
      )}
    </>
  )
}

interface LineProps {
  line: MemoryLine
  /** It gets the focus back. */
  wasEdited: boolean
  busy: boolean
  onEdit: () => void
  onForget: () => void
}

function Line({ line: { text }, wasEdited, busy, onEdit, onForget }: LineProps) {
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasEdited) edit.current?.focus()
  }, [wasEdited])
  return (
    <div className="flex items-center gap-1">
      <span className="min-w-0 grow py-2 text-small wrap-anywhere">{text}</span>
      <IconButton ref={edit} label={`Изменить «${text}»`} size="small" icon={<Pencil size={16} />} onClick={onEdit} />
      <IconButton
        label={`Забыть «${text}»`}
        size="small"
        icon={<Trash2 size={16} />}
        disabled={busy}
        onClick={onForget}
      />
    </div>
  )
}

function EditedLine({ line: { id, text: before }, onClose }: { line: MemoryLine; onClose: () => void }) {
  const saving = useMemoryChange(onClose)
  const save = (text: string) => (text === before ? onClose() : saving.start(() => changeLine(id, text)))
  return (
    <LineForm label="Запись" text={before} action="Сохранить" busy={saving.isPending} onSave={save} onClose={onClose} />
  )
}

/** Each line that was added leaves an empty field. */
function NewLine({ isFull }: { isFull: boolean }) {
  const [added, setAdded] = useState(0)
  const adding = useMemoryChange(() => setAdded((count) => count + 1))
  if (isFull) return <p className="text-small text-ink-soft">{`Записей ${memoryLinesMax}: больше не поместится.`}</p>
  return (
    <LineForm
      key={added}
      label="Новая запись"
      text=""
      action="Добавить"
      busy={adding.isPending}
      onSave={(text) => adding.start(() => remember(text))}
    />
  )
}

interface LineFormProps {
  label: string
  text: string
  action: string
  busy: boolean
  onSave: (text: string) => void
  /** Undefined: the form stays. */
  onClose?: () => void
}

/** Writes a line; an empty one cannot be sent. */
export function LineForm({ label, text: first, action, busy, onSave, onClose }: LineFormProps) {
  const [typed, setTyped] = useState(first)
  const text = typed.replaceAll(/\s+/g, ' ').trim()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text !== '') onSave(text)
  }
  const form = useRef<HTMLFormElement>(null)
  const isOpened = onClose !== undefined
  useEffect(() => {
    if (isOpened) form.current?.querySelector('input')?.focus()
  }, [isOpened])
  return (
    <form
      ref={form}
      noValidate
      data-unsaved={typed !== first}
      onSubmit={submit}
      {...(onClose && {
        'data-own-escape': '',
        onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
      })}
      className="flex flex-wrap items-end gap-2 py-1"
    >
      <div className="min-w-48 grow">
        <TextField
          label={label}
          name="memory"
          autoComplete="off"
          maxLength={memoryLineLengthMax}
          readOnly={busy}
          placeholder="Например: я вегетарианец"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" variant="secondary" busy={busy} off={text === ''}>
        {action}
      </Button>
      {onClose && (
        <Button variant="ghost" onClick={onClose}>
          Отмена
        </Button>
      )}
    </form>
  )
}
