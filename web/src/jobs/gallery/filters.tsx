import { useEffect, useEffectEvent, useState } from 'react'
import { clsx } from 'clsx'
import { FolderPlus, Star, TextSearch, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { tools, type ToolPath } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { jobServices } from '#contract/catalogue/job-services.ts'
import { jobSearchTextMax } from '#contract/library.ts'
import { dayOf, startOfDay } from '../../base/format/days.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { controlClass } from '../../base/ui/field.tsx'
import { useTyped } from '../../base/form/use-typed.ts'
import { serverNow, useKnown } from '../../base/session/prices.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { MenuItem, MenuSeparator } from '../../base/ui/menu.tsx'
import { Select } from '../../base/ui/select.tsx'
import { foldersQuery } from './library-calls.ts'
import { dayIn, useWanted } from './wanted.ts'

const titleOf = (service: string): string => tools[pathOfService(service) as ToolPath].title

/** The search and the filters; all of them are in the address. */
export function Filters({ onNewFolder }: { onNewFolder: () => void }) {
  const { wanted, want } = useWanted()
  return (
    <section aria-label="Поиск и фильтры работ" className="mt-4 flex flex-wrap items-center gap-2">
      <SearchField />
      <Select
        label="Сервис"
        value={wanted.service ?? ''}
        options={[
          { value: '', label: 'Все сервисы' },
          ...jobServices.map((service) => ({ value: service, label: titleOf(service) }))
        ]}
        onChange={(service) => want({ service: service || undefined })}
        className="grow basis-40 sm:grow-0"
      />
      <Period />
      <FolderSelect onNewFolder={onNewFolder} />
      <button
        type="button"
        aria-pressed={wanted.favourite ?? false}
        onClick={() => want({ favourite: wanted.favourite ? undefined : true })}
        className={buttonClass({ variant: 'secondary', className: clsx(wanted.favourite && 'border-accent!') })}
      >
        <Star size={16} aria-hidden fill={wanted.favourite ? 'currentColor' : 'none'} className="text-accent" />
        Избранное
      </button>
    </section>
  )
}

/** Typing pauses this long before the address is changed. */
const pauseMs = 300

function SearchField() {
  const { wanted, want } = useWanted()
  const [text, setText] = useState(wanted.q ?? '')
  const [seen, setSeen] = useState(wanted.q)
  const [applied, setApplied] = useState(wanted.q)
  // Words that another link or «назад» has put into the address; those that were typed here may have gone on meanwhile.
  if (wanted.q !== seen) {
    setSeen(wanted.q)
    if (wanted.q !== applied) setText(wanted.q ?? '')
  }
  const apply = (typed: string) => {
    const q = typed.trim() === '' ? undefined : typed.trim()
    if (q === wanted.q) return
    setApplied(q)
    want({ q })
  }
  const applyLater = useEffectEvent(apply)
  useEffect(() => {
    const timer = setTimeout(() => applyLater(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative grow basis-full sm:basis-72">
      <TextSearch size={17} aria-hidden className="absolute top-3.5 left-3.5 text-ink-faint" />
      <input
        type="text"
        role="searchbox"
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Слова из запроса"
        placeholder="Слова из запроса"
        maxLength={jobSearchTextMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // What is done next, such as opening a job, must not be undone by a change of the address that comes late.
        onBlur={() => apply(text)}
        className={clsx(controlClass, 'h-11 pr-11 pl-10 text-small!')}
      />
      {text !== '' && (
        <IconButton
          label="Очистить поиск"
          icon={<X size={17} aria-hidden />}
          onClick={() => {
            setText('')
            apply('')
          }}
          className="absolute! top-0 right-0"
        />
      )}
    </div>
  )
}

const periods = [
  { value: '1', label: 'Сегодня' },
  { value: '7', label: 'За 7 дней' },
  { value: '30', label: 'За 30 дней' },
  { value: '365', label: 'За год' }
]
const firstDay = (days: string, now: number) => dayOf(startOfDay(dayOf(now), 1 - Number(days)))

/** The usual periods up to today, which the server's clock tells, or two days of the user's choice. */
function Period() {
  const { wanted, want } = useWanted()
  const { known } = useKnown()
  const now = serverNow(known)
  const usual = periods.find(({ value }) => wanted.to === undefined && wanted.from === firstDay(value, now))?.value
  const hasDays = wanted.from !== undefined || wanted.to !== undefined
  const [isOwn, setOwn] = useState(false)
  const value = isOwn ? 'own' : (usual ?? (hasDays ? 'own' : ''))
  const choose = (chosen: string) => {
    // Not of the last rendering, which may be of the day before.
    setOwn(chosen === 'own')
    if (chosen !== 'own') want({ from: chosen === '' ? undefined : firstDay(chosen, serverNow(known)), to: undefined })
  }
  // The fields stay while a day is taken back.
  const chooseDay = (day: { from: string | undefined } | { to: string | undefined }) => {
    setOwn(true)
    want(day)
  }
  return (
    <>
      <Select
        label="Период"
        value={value}
        options={[{ value: '', label: 'За всё время' }, ...periods, { value: 'own', label: 'Свой период' }]}
        onChange={choose}
        className="grow basis-36 sm:min-w-46 sm:grow-0"
      />
      {value === 'own' && (
        <div className="flex items-center gap-2 text-small text-ink-soft max-sm:basis-full">
          <Day label="С" value={wanted.from} max={wanted.to} onChange={(from) => chooseDay({ from })} />
          <Day label="По" value={wanted.to} min={wanted.from} onChange={(to) => chooseDay({ to })} />
        </div>
      )}
    </>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, value = '', min, max, onChange }: DayProps) {
  // The browser tells of the year 0002 while somebody types 2026, and forgets the rest of the day when that is taken away.
  const [typed, setTyped] = useTyped(value)
  const type = (text: string) => {
    setTyped(text)
    const day = dayIn(text)
    if (day || text === '') onChange(day)
  }
  return (
    <label className="flex min-w-0 grow items-center gap-2">
      <span>{label}</span>
      <input
        type="date"
        value={typed}
        {...(min && { min })}
        {...(max && { max })}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(value)}
        className={clsx(controlClass, 'h-11 min-w-0 px-3 text-small!')}
      />
    </label>
  )
}

function FolderSelect({ onNewFolder }: { onNewFolder: () => void }) {
  const { wanted, want } = useWanted()
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <Select
      label="Папка"
      value={String(wanted.folder ?? '')}
      options={[
        { value: '', label: 'Все папки' },
        ...folders.map(({ id, name, total }) => ({ value: String(id), label: name, note: total }))
      ]}
      onChange={(folder) => want({ folder: folder === '' ? undefined : Number(folder) })}
      more={
        <>
          <MenuSeparator />
          <MenuItem icon={<FolderPlus size={16} aria-hidden />} onSelect={onNewFolder}>
            Новая папка…
          </MenuItem>
        </>
      }
      className="grow basis-36 sm:min-w-46 sm:grow-0"
    />
  )
}
