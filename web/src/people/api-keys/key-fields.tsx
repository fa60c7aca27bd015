// The fields of a key's form that are choices.
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type ApiScope, apiScopes } from '#contract/api-key-words.ts'
import { type BudgetPeriod, budgetPeriods } from '#contract/budget-words.ts'
import { otherModels } from '#contract/v1/work-models.ts'
import { dayOf } from '../../base/format/days.ts'
import { useModels } from '../../base/session/models.ts'
import { serverNow } from '../../base/session/prices.ts'
import { Select } from '../../base/ui/select.tsx'
import { TextField } from '../../base/ui/text-field.tsx'
import type { Problems } from '../../base/form/problems.tsx'
import type { KeyDraft, KeyEnd, KeyField } from './key-draft.ts'
import { scopeWords } from '../../base/api/key-words.ts'
import { nameOfApiModel } from '../../base/api/model-names.ts'

interface ChoiceProps<Chosen> {
  chosen: Chosen
  error: string | undefined
  onChange: (chosen: Chosen) => void
}

interface GroupProps {
  legend: string
  error: string | undefined
  /** @param described what the first control is described by, and that it is invalid */
  children: (described: { 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** Controls that are one field, with its error below them. */
function Group({ legend, error, children }: GroupProps) {
  const id = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      {children(error === undefined ? {} : { 'aria-describedby': id, 'aria-invalid': true })}
      {error !== undefined && (
        <p id={id} role="alert" className="animate-appear text-caption text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const toggled = <Item,>(list: readonly Item[], item: Item, isOn: boolean): Item[] =>
  isOn ? [...list, item] : list.filter((one) => one !== item)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** In their order, whatever was pressed first. */
const inOrder = (scopes: readonly ApiScope[]): ApiScope[] => apiScopes.filter((scope) => scopes.includes(scope))

export const ScopesField = ({ chosen, error, onChange }: ChoiceProps<readonly ApiScope[]>) => (
  <Group legend="Что можно делать с ключом" error={error}>
    {(described) => (
      <div className="flex flex-wrap gap-2">
        {apiScopes.map((scope, index) => (
          <label
            key={scope}
            className={clsx(
              'group inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full border border-line px-3 text-small transition hover:border-line-strong pointer-coarse:min-h-11',
              'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'
            )}
          >
            <input
              {...(index === 0 && described)}
              type="checkbox"
              name="key-scopes"
              checked={chosen.includes(scope)}
              onChange={({ target }) => onChange(inOrder(toggled(chosen, scope, target.checked)))}
              className="sr-only"
            />
            <Check size={15} aria-hidden className="hidden text-accent-strong group-has-checked:block" />
            <span>{capital(scopeWords[scope])}</span>
          </label>
        ))}
      </div>
    )}
  </Group>
)

const optionClass = 'flex min-h-11 cursor-pointer items-center gap-3'
const markClass = 'size-4 shrink-0 accent-accent'

/** All models, or those that are ticked. Models that are sold no more stay in a key that has them until they are unticked. */
export function ModelsField({ chosen, error, onChange }: ChoiceProps<readonly string[] | null>) {
  const name = useId()
  const models = useModels()
  const sold = [...models.filter(({ isOnSale }) => isOnSale), ...otherModels].map(({ id }) => id)
  const offered = [...sold, ...(chosen ?? []).filter((id) => !sold.includes(id))]
  return (
    <Group legend="Модели" error={error}>
      {(described) => (
        <>
          <label className={optionClass}>
            <input
              type="radio"
              name={name}
              checked={chosen === null}
              onChange={() => onChange(null)}
              className={markClass}
            />
            <span>Все, и те, что появятся потом</span>
          </label>
          <label className={optionClass}>
            <input
              {...described}
              type="radio"
              name={name}
              checked={chosen !== null}
              onChange={() => onChange([])}
              className={markClass}
            />
            <span>Только выбранные</span>
          </label>
          {chosen !== null && (
            <ul className="max-h-64 overflow-y-auto rounded-control border border-line px-3">
              {offered.map((id) => (
                <li key={id}>
                  <label className={optionClass}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(id)}
                      onChange={({ target }) => onChange(toggled(chosen, id, target.checked))}
                      className={markClass}
                    />
                    <span className="min-w-0 py-1.5 wrap-anywhere">
                      <span>{nameOfApiModel(models, id)}</span>{' '}
                      <span className="font-mono text-caption text-ink-soft">{id}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Group>
  )
}

const budgetLabels: Readonly<Record<BudgetPeriod, string>> = { day: 'В день', month: 'В месяц', total: 'Всего' }

interface BudgetFieldsProps {
  typed: KeyDraft['budgets']
  problems: Problems<KeyField>
  onChange: (period: BudgetPeriod, typed: string) => void
}

/** What the key may spend. Beside the limits of the whole user, which count too. */
export const BudgetFields = ({ typed, problems, onChange }: BudgetFieldsProps) => (
  <Group legend="Лимит расходов, токенов" error={undefined}>
    {() => (
      <div className="grid gap-3 sm:grid-cols-3">
        {budgetPeriods.map((period) => (
          <TextField
            key={period}
            label={budgetLabels[period]}
            name={`key-budget-${period}`}
            inputMode="numeric"
            autoComplete="off"
            placeholder="Без лимита"
            maxLength={14}
            value={typed[period]}
            error={problems[`budgets.${period}`]}
            onChange={({ target }) => onChange(period, target.value)}
          />
        ))}
      </div>
    )}
  </Group>
)

const ends: readonly { value: KeyEnd; label: string }[] = [
  { value: 'never', label: 'Бессрочно' },
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '365', label: 'Год' },
  { value: 'date', label: 'До выбранного дня' }
]

interface EndFieldProps {
  draft: Pick<KeyDraft, 'end' | 'day'>
  error: string | undefined
  onChange: (part: Partial<KeyDraft>) => void
}

export function EndField({ draft: { end, day }, error, onChange }: EndFieldProps) {
  const [today] = useState(() => dayOf(serverNow()))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        {/* Hidden from screen readers, because the button of the menu has the same label. */}
        <span aria-hidden className="text-small font-medium">
          Срок
        </span>
        <Select
          label="Срок"
          value={end}
          options={ends}
          onChange={(chosen) => onChange({ end: ends.find(({ value }) => value === chosen)?.value ?? 'never' })}
          className="self-start"
        />
      </div>
      {end === 'date' ? (
        <TextField
          type="date"
          label="Последний день"
          name="key-day"
          min={today}
          value={day}
          error={error}
          onChange={({ target }) => onChange({ day: target.value })}
          className="max-w-60"
        />
      ) : (
        error !== undefined && (
          <p role="alert" className="text-caption text-danger">
            {error}
          </p>
        )
      )}
    </div>
  )
}
