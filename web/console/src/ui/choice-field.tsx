import type { ComponentProps } from 'react'
import { clsx } from 'clsx'
import { controlClass, Field, type FieldTexts } from '../../../src/base/ui/field.tsx'

interface ChoiceFieldProps<Value extends string> extends FieldTexts, Omit<ComponentProps<'select'>, 'id' | 'onChange'> {
  value: Value
  choices: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

/** The browser's own select, which works in dialogs too. */
export function ChoiceField<Value extends string>({
  label,
  labelHidden,
  hint,
  error,
  choices,
  onChange,
  className,
  ...select
}: ChoiceFieldProps<Value>) {
  const choose = (chosen: string) => {
    const choice = choices.find(([value]) => value === chosen)
    if (choice) onChange(choice[0])
  }
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(control) => (
        <select
          {...select}
          {...control}
          onChange={({ target }) => choose(target.value)}
          className={clsx(controlClass, 'h-12 px-3', className)}
        >
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
