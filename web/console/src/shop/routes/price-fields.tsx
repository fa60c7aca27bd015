import { listMicrosMax } from '#contract/operator/shop/bounds.ts'
import type { Problems } from '../../../../src/base/form/problems.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { microsOf } from '../dollars.ts'
import { searchesPerPrice } from '../models/draft.ts'

export const nothingTyped = { input: '', output: '', cached: '', search: '' }
export type Typed = typeof nothingTyped

const typedFields = [
  ['input', 'Вход'],
  ['output', 'Выход'],
  ['cached', 'Вход из кэша'],
  ['search', 'Поиски']
] as const

/** By the names of the contract, with what was typed; empty ones are left out, and NaN is no number. */
export const pricesOf = ({ input, output, cached, search }: Typed) => ({
  input_micros: microsOf(input),
  output_micros: microsOf(output),
  ...(cached.trim() && { cached_input_micros: microsOf(cached) }),
  ...(search.trim() && { search_micros: microsOf(search, searchesPerPrice) })
})

const problemText = 'Введите цену числом, до 1000'

/** NaN is no number. */
const isWrong = (micros: number | undefined) => micros !== undefined && !(micros >= 0 && micros <= listMicrosMax)

export function problemsOf(typed: Typed): Problems<keyof Typed> {
  const {
    input_micros: input,
    output_micros: output,
    cached_input_micros: cached,
    search_micros: search
  } = pricesOf(typed)
  return {
    ...(isWrong(input) && { input: problemText }),
    ...(isWrong(output) && { output: problemText }),
    ...(isWrong(cached) && { cached: problemText }),
    ...(isWrong(search) && { search: problemText })
  }
}

interface PriceFieldsProps {
  typed: Typed
  problems: Problems<keyof Typed>
  onChange: (typed: Typed) => void
}

/** A list price that no route in force has. */
export const PriceFields = ({ typed, problems, onChange }: PriceFieldsProps) => (
  <fieldset>
    <legend className="text-small font-medium">Цена, $: за миллион токенов и за 1000 поисков</legend>
    <div className="mt-2 grid grid-cols-2 gap-3">
      {typedFields.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          placeholder={name === 'cached' ? 'как вход' : ''}
          value={typed[name]}
          error={problems[name]}
          onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
        />
      ))}
    </div>
  </fieldset>
)
