import { useState, type ComponentProps } from 'react'
import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { controlClass, Field, type FieldTexts } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id'>

/** A one-line field. A password has a button that shows it. */
export function TextField({ label, labelHidden, hint, error, className, type = 'text', ...input }: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={secret && shown ? 'text' : type}
            className={clsx(controlClass, 'h-12 px-3.5', secret && 'pr-13', className)}
          />
          {secret && (
            <IconButton
              label={shown ? 'Скрыть пароль' : 'Показать пароль'}
              aria-pressed={shown}
              icon={shown ? <EyeOff size={18} /> : <Eye size={18} />}
              onClick={() => setShown(!shown)}
              className="absolute top-0.5 right-0.5"
            />
          )}
        </div>
      )}
    </Field>
  )
}

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>

/** A field of several lines that grows with its text, up to the height its class allows. */
export function TextArea({ label, labelHidden, hint, error, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(control) => (
        <textarea
          dir="auto"
          {...area}
          {...control}
          className={clsx(controlClass, 'field-sizing-content min-h-12 resize-none px-3.5 py-2.5', className)}
        />
      )}
    </Field>
  )
}
