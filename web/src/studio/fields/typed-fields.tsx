import { Lock, Shuffle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { NumberParameter, SeedParameter, TextParameter } from '#contract/catalogue/parameters.ts'
import { formatCount } from '../../base/format/tokens.ts'
import { Button } from '../../base/ui/button.tsx'
import { TextArea, TextField } from '../../base/ui/text-field.tsx'
import { useKnownJobs } from '../../media/job/use-jobs.ts'
import { Explanation } from './explanation.tsx'

interface TextInputProps {
  parameter: TextParameter
  value: string
  onChange: (value: string) => void
  problem: string | undefined
  /** Stands beside the counter. */
  note?: ReactNode
  /** Tools of the text, below it. */
  children?: ReactNode
}

/** A text of several lines with a counter. A text over `counterMax` is allowed; one over `lengthMax` is an error. */
export function TextInput({ parameter, value, onChange, problem, note, children }: TextInputProps) {
  const { label, name, placeholder, counterMax, lengthMax, requiredText } = parameter
  const length = value.trim().length
  const tooLong = length > lengthMax
  const limit = tooLong ? lengthMax : counterMax
  const area = (
    <TextArea
      label={label}
      name={name}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required={requiredText !== undefined}
      error={tooLong ? 'Слишком длинный текст' : problem}
      hint={
        (limit !== undefined || note) && (
          <span className="flex justify-between gap-3 tabular-nums">
            <span>{note}</span>
            {limit !== undefined && (
              <span className="whitespace-nowrap">{`${formatCount(counterMax === undefined ? length : value.length)} / ${formatCount(limit)}`}</span>
            )}
          </span>
        )
      }
      className={requiredText === undefined ? 'max-h-60 min-h-20' : 'max-h-96 min-h-32'}
    />
  )
  return children ? (
    <div className="flex flex-col gap-2">
      {area}
      {children}
    </div>
  ) : (
    area
  )
}

interface NumberFieldProps {
  parameter: NumberParameter
  value: number
  explanation: string | undefined
  onChange: (value: number) => void
}

const number = new Intl.NumberFormat('ru-RU')

/** A slider with its value, minimum and maximum. */
export function NumberField({
  parameter: { label, name, min, max, step },
  value,
  explanation,
  onChange
}: NumberFieldProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 text-small">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <output htmlFor={id} className="font-medium tabular-nums">
          {number.format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-describedby={explanation && `${id}-explanation`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="block h-9 w-full cursor-pointer pointer-coarse:h-11"
      />
      <div aria-hidden className="-mt-1 flex justify-between text-caption text-ink-faint tabular-nums">
        <span>{number.format(min)}</span>
        <span>{number.format(max)}</span>
      </div>
      <Explanation id={`${id}-explanation`} text={explanation} />
    </div>
  )
}

interface SeedFieldProps {
  entry: StudioEntry
  parameter: SeedParameter
  value: number | undefined
  onChange: (value: number | undefined) => void
  problem: string | undefined
}

/** The seed: empty for a random one, or a number that the user types or takes from the newest result of the page. */
export function SeedField({ entry, parameter, value, onChange, problem }: SeedFieldProps) {
  const { label, name, max } = parameter
  const lastSeed = useKnownJobs().find(
    ({ service, seed, state }) => service === entry.id && state === 'completed' && seed
  )
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <TextField
          label={label}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          placeholder="Случайный"
          maxLength={String(max).length}
          value={value ?? ''}
          onChange={({ target }) => {
            const digits = target.value.replaceAll(/\D/g, '')
            onChange(digits === '' ? undefined : Number(digits))
          }}
          hint="С ним и теми же настройками результат повторится"
          error={problem}
          className="tabular-nums"
        />
      </div>
      {value === undefined ? (
        lastSeed?.seed != null && (
          <SeedButton icon={<Lock size={16} aria-hidden />} onClick={() => onChange(lastSeed.seed ?? undefined)}>
            Закрепить
            <span className="sr-only"> seed последнего результата</span>
          </SeedButton>
        )
      ) : (
        <SeedButton icon={<Shuffle size={16} aria-hidden />} onClick={() => onChange(undefined)}>
          Случайный
        </SeedButton>
      )}
    </div>
  )
}

/** Beside the input, below the label. */
const SeedButton = (button: React.ComponentProps<typeof Button>) => (
  <Button variant="secondary" className="mt-6.5 h-12! shrink-0" {...button} />
)
