import type { ComponentProps } from 'react'
import { clsx } from 'clsx'
import { controlClass, Field, type FieldTexts } from './field.tsx'

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>

/** A field of several lines that grows with its text, up to the height its class allows. */
export function TextArea({ label, labelHidden, hint, error, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          className={clsx(controlClass, 'field-sizing-content min-h-12 resize-none px-3.5 py-2.5', className)}
        />
      )}
    </Field>
  )
}
