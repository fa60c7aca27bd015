import { Lock, Shuffle } from 'lucide-react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { SeedParameter } from '#contract/catalogue/parameters.ts'
import { useKnownJobs } from '../../media/job/use-jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { TextField } from '../../base/ui/text-field.tsx'

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
