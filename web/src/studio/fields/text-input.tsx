import type { ReactNode } from 'react'
import type { TextParameter } from '#contract/catalogue/parameters.ts'
import { formatCount } from '../../base/format/tokens.ts'
import { TextArea } from '../../base/ui/text-field.tsx'

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
              <span>{`${formatCount(counterMax === undefined ? length : value.length)} / ${formatCount(limit)}`}</span>
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
