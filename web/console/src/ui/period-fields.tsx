import { TextField } from '../../../src/base/ui/text-field.tsx'

interface PeriodFieldsProps {
  /** As fields of the type `datetime-local` hold them. */
  startsAt: string
  endsAt: string
  problems: Partial<Record<string, string | undefined>>
  onStart: (value: string) => void
  onEnd: (value: string) => void
}

/** From when to when something holds, by the operator's clock. */
export const PeriodFields = ({ startsAt, endsAt, problems, onStart, onEnd }: PeriodFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label="Начало"
      type="datetime-local"
      value={startsAt}
      error={problems.starts_at}
      onChange={({ target }) => onStart(target.value)}
    />
    <TextField
      label="Конец"
      type="datetime-local"
      value={endsAt}
      error={problems.ends_at}
      onChange={({ target }) => onEnd(target.value)}
    />
  </div>
)
