// Replaces the fields that read files, because they need a browser that decodes pictures.
import { vi } from 'vitest'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import * as fileField from '#web/src/media/upload/file-field.tsx'
import * as maskField from '#web/src/media/upload/mask-field.tsx'

interface StandInProps {
  parameter: FileParameter
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
  problem: string | undefined
}

export const png = 'data:image/png;base64,aGVsbG8='
export const otherPng = 'data:image/png;base64,d29ybGQ='

export const StandIn = ({ parameter: { label, mediaTypes }, value, onChange, problem }: StandInProps) => {
  const type = mediaTypes[0] ?? ''
  const one = type === 'image/png' ? png : `data:${type};base64,aGVsbG8=`
  return (
    <fieldset aria-label={label} data-value={value ?? ''}>
      <button type="button" onClick={() => onChange(value === one ? otherPng : one)}>
        Выбрать: {label}
      </button>
      <button type="button" onClick={() => onChange(undefined)}>
        Убрать: {label}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </fieldset>
  )
}

/** For `beforeEach`: the setup undoes it after the test. */
export function standInForFileFields(): void {
  vi.spyOn(fileField, 'FileField').mockImplementation(StandIn)
  vi.spyOn(maskField, 'MaskField').mockImplementation(StandIn)
}
