import { useState } from 'react'
import type { SupplierDialect } from '#contract/supplier-dialects.ts'
import { parsedUrl } from '#contract/parsed-url.ts'
import { addSupplier, changeSupplier, type OperatorSupplier } from '#contract/operator/shop/suppliers.ts'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { dialectChoices } from './words.ts'

interface Typed {
  name: string
  dialect: SupplierDialect
  baseUrl: string
  key: string
  /** Empty: no limit. */
  perMinute: string
}

const empty: Typed = { name: '', dialect: 'openai-chat', baseUrl: '', key: '', perMinute: '' }

/** Scheme, host and port; null for what is no address. */
const originOf = (address: string): string | null => parsedUrl(address.trim())?.origin ?? null

/** A text that is no number is sent as zero, which the contract refuses. */
const maxOf = ({ perMinute }: Typed): number | null =>
  perMinute.trim() === '' ? null : /^\d{1,9}$/.test(perMinute.trim()) ? Number(perMinute) : 0

const inputOf = (typed: Typed) => ({
  name: typed.name,
  dialect: typed.dialect,
  base_url: typed.baseUrl,
  per_minute_max: maxOf(typed)
})

interface FieldsProps {
  typed: Typed
  onChange: (typed: Typed) => void
  problems: Partial<Record<string, string | undefined>>
  keyHint: string
}

const Fields = ({ typed, onChange, problems, keyHint }: FieldsProps) => (
  <>
    <TextField
      label="Название"
      hint="Видят только операторы"
      autoComplete="off"
      maxLength={60}
      value={typed.name}
      error={problems.name}
      onChange={({ target }) => onChange({ ...typed, name: target.value })}
    />
    <ChoiceField
      label="Формат"
      hint="Посредники и свои серверы почти всегда говорят на первом: по нему идут и ответы, и картинки, и речь"
      value={typed.dialect}
      choices={dialectChoices}
      error={problems.dialect}
      onChange={(dialect) => onChange({ ...typed, dialect })}
    />
    <TextField
      label="Адрес"
      hint="До имени вызова: https://openrouter.ai/api/v1"
      type="url"
      autoComplete="off"
      maxLength={200}
      value={typed.baseUrl}
      error={problems.base_url}
      onChange={({ target }) => onChange({ ...typed, baseUrl: target.value })}
    />
    <TextField
      label="Ключ"
      hint={keyHint}
      type="password"
      autoComplete="off"
      maxLength={500}
      value={typed.key}
      error={problems.key}
      onChange={({ target }) => onChange({ ...typed, key: target.value })}
    />
    <TextField
      label="Запросов в минуту, не больше"
      hint="Пусто: без предела. Сверх него отвечает следующий маршрут"
      inputMode="numeric"
      autoComplete="off"
      value={typed.perMinute}
      error={problems.per_minute_max}
      onChange={({ target }) => onChange({ ...typed, perMinute: target.value })}
    />
  </>
)

/** Adds an account at a maker or a reseller. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(empty)
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={addSupplier}
      title="Новый поставщик"
      description="Сам он ни за что не отвечает, пока его не назовут в «Моделях» или «Инструментах»."
      confirm="Добавить"
      done="Поставщик добавлен"
      input={(change) => ({ ...inputOf(typed), key: typed.key, ...change })}
    >
      {(problems) => (
        <Fields
          {...{ typed, problems }}
          onChange={setTyped}
          keyHint="Сохранится зашифрованным. Увидеть его будет нельзя"
        />
      )}
    </ChangeDialog>
  )
}

/** Changes one: the key stays unless another is typed, and never goes to another server. */
export function EditDialog({ supplier, onClose }: { supplier: OperatorSupplier; onClose: () => void }) {
  const { id, name, dialect, base_url: baseUrl, per_minute_max: max, changed_at: readAt } = supplier
  const [typed, setTyped] = useState<Typed>({
    name,
    dialect,
    baseUrl,
    key: '',
    perMinute: max === null ? '' : String(max)
  })
  const isElsewhere = originOf(typed.baseUrl) !== originOf(baseUrl)
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={changeSupplier}
      title={`Изменить: ${name}`}
      description="Изменение подействует через минуту. Ответы, которые уже идут, оно не тронет."
      confirm="Сохранить"
      done="Поставщик изменён"
      input={(change) => ({
        id,
        ...inputOf(typed),
        key: typed.key === '' ? null : typed.key,
        changed_at: readAt ?? undefined,
        ...change
      })}
    >
      {(problems) => (
        <Fields
          {...{ typed, problems }}
          onChange={setTyped}
          keyHint={
            isElsewhere
              ? 'Адрес ведёт на другой сервер: введите ключ для него. Прежний туда не отправится'
              : 'Пусто: остаётся прежний ключ'
          }
        />
      )}
    </ChangeDialog>
  )
}
