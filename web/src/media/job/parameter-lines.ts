import type { Parameter } from '#contract/catalogue/parameters.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'

export interface ParameterLine {
  label: string
  value: string
}

/** What a job was told, in the words of its page; the prompt stands apart. */
export function parameterLines({ service, parameters, uploads }: Job): ParameterLine[] {
  const entry = findStudioEntry(service)
  return (entry?.parameters ?? []).flatMap((parameter) => {
    const value = uploads.includes(parameter.name) ? 'ваш файл' : wordsOf(parameter, parameters[parameter.name])
    return value === null ? [] : [{ label: parameter.label, value }]
  })
}

function wordsOf(parameter: Parameter, value: string | number | undefined): string | null {
  if (value === undefined || value === '' || parameter.name === 'prompt') return null
  if (parameter.kind !== 'choice') return String(value)
  if (parameter.hidden) return null
  // An option that the catalogue has dropped since keeps its own name.
  return parameter.options.find((option) => option.value === String(value))?.label ?? String(value)
}
