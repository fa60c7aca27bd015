import { placeAt } from '#contract/operator/access/planned.ts'
import { timeOf } from '../base/local-time.ts'
import { tellMoment } from '../base/server-clock.ts'
import { StartField } from './start-field.tsx'
import { formatDateTime } from '../../../src/base/format/dates.ts'

interface PlannedNoteProps<Change> {
  /** Of the same thing, the soonest first. */
  coming: readonly Change[]
  /** The start that is chosen, in milliseconds since the epoch; NaN: none is. */
  startsAt: number
  /** What one of them makes of it: «7 токенов». */
  textOf: (change: Change) => string
}

/** What is planned of a thing that is about to be changed, and what that means at the chosen start. Nothing where nothing is planned. */
function PlannedNote<Change extends { id: string; starts_at: number }>({
  coming,
  startsAt,
  textOf
}: PlannedNoteProps<Change>) {
  if (coming.length === 0) return null
  const { base, next } = placeAt(coming, startsAt)
  return (
    <fieldset
      aria-label="Запланировано"
      className="flex min-w-0 max-w-text flex-col gap-2 rounded-card bg-sunken p-4 text-small"
    >
      <ul className="flex flex-col gap-1">
        {coming.map((change) => (
          <li key={change.id} className="break-words">
            <span className="font-medium">{`С ${tellMoment(change.starts_at)} запланировано: `}</span>
            <span>{textOf(change)}</span>
          </li>
        ))}
      </ul>
      <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {base && <p>{`Ваше изменение начнётся позже и основано на том, что будет с ${tellMoment(base.starts_at)}.`}</p>}
        {next && (
          <p>
            {`Ваше изменение продержится до ${tellMoment(next.starts_at)}: тогда его целиком заменит запланированное. Чтобы оно осталось, начните позже или отмените запланированное.`}
          </p>
        )}
      </div>
    </fieldset>
  )
}

interface PlannedStartProps<Change> extends Omit<PlannedNoteProps<Change>, 'startsAt'> {
  /** As the field has it. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** When a change begins, and what else is planned. */
export const PlannedStart = <Change extends { id: string; starts_at: number }>({
  coming,
  textOf,
  value,
  error,
  onChange
}: PlannedStartProps<Change>) => (
  <>
    <StartField {...{ value, error, onChange }} />
    <PlannedNote {...{ coming, textOf }} startsAt={timeOf(value)} />
  </>
)

/** Said when a change is planned. */
export const startsText = ({ change: { starts_at: at } }: { change: { starts_at: number } }) =>
  `Начнётся ${formatDateTime(at)}`

/** What stands before the change in a table: now, or what will have begun until then. */
export const beforeTitle = (coming: readonly { id: string; starts_at: number }[], startsAt: number): string =>
  placeAt(coming, startsAt).base ? 'Перед этим' : 'Сейчас'
