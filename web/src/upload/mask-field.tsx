import type { FileParameter } from '#contract/parameters.ts'
import { Field } from '../ui/field.tsx'

export interface MaskFieldProps {
  /** Of kind `mask`. */
  parameter: FileParameter
  /** The picture that is painted on, as a data URL; undefined until there is one. */
  image: string | undefined
  /** A PNG data URL in the natural size of the picture: white is replaced, black is kept. */
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
  problem: string | undefined
  disabled: boolean
}

/** The part of a picture to be replaced, painted with a brush. */
export const MaskField = ({ parameter, image, problem, disabled }: MaskFieldProps) => (
  <Field label={parameter.label} error={problem}>
    {(control) => <input {...control} type="range" disabled={disabled || image === undefined} />}
  </Field>
)
