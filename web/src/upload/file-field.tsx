import type { FileParameter } from '#contract/parameters.ts'
import { Field } from '../ui/field.tsx'

export interface FileFieldProps {
  /** Of kind `image` or `video`. */
  parameter: FileParameter
  /** A data URL. */
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
  /** What the form has against the value: shown below the field. */
  problem: string | undefined
  disabled: boolean
}

/** An image or a video that the user brings. */
export const FileField = ({ parameter, onChange, problem, disabled }: FileFieldProps) => (
  <Field label={parameter.label} error={problem}>
    {(control) => (
      <input
        {...control}
        type="file"
        accept={parameter.mediaTypes.join(',')}
        disabled={disabled}
        onChange={() => onChange(undefined)}
      />
    )}
  </Field>
)
