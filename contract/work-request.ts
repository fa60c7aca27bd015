// What the user has asked for with a work, as a message of a chat. Pure.
import { madeBy, midjourneyActions } from './catalogue/midjourney-actions.ts'
import type { ParameterValues } from './catalogue/parameters.ts'
import { findStudioEntry } from './catalogue/studio.ts'

interface Ordered {
  service: string
  parameters: ParameterValues
}

/** The chosen tool in words; undefined where the page has none to choose. */
function toolOf({ service, parameters }: Ordered): string | undefined {
  const choice = findStudioEntry(service)?.parameters.find(({ kind, name }) => kind === 'choice' && name === 'tool')
  if (choice?.kind !== 'choice') return undefined
  return choice.options.find(({ value }) => value === parameters['tool'])?.label
}

/** What the user has asked for: the prompt, or what is done with a picture. Never empty. */
export function requestTextOf(ordered: Ordered): string {
  const { service, parameters } = ordered
  const action = madeBy({ parameters })
  if (action !== null) {
    const { label } = midjourneyActions[action]
    const { tile } = parameters
    return typeof tile === 'number' ? `${label}, вариант ${tile}` : label
  }
  const { prompt } = parameters
  if (typeof prompt === 'string' && prompt.trim() !== '') return prompt.trim()
  return toolOf(ordered) ?? findStudioEntry(service)?.title ?? service
}
