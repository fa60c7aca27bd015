import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Parameter } from '#contract/catalogue/parameters.ts'

/** Settings that most results need no change of. */
const foldedNames: ReadonlySet<string> = new Set(['negativePrompt', 'steps', 'cfgScale', 'seed'])

const isFolded = ({ name }: Parameter) => foldedNames.has(name)

/** The order of a form: the prompt first, unless the page works on a picture, and what few change folded away. */
export function formOrder({ kind }: Pick<StudioEntry, 'kind'>, parameters: readonly Parameter[]) {
  const open = parameters.filter((parameter) => !isFolded(parameter))
  const isFirst = ({ name }: Parameter) => kind !== 'image-tool' && name === 'prompt'
  return {
    first: [...open.filter(isFirst), ...open.filter((parameter) => !isFirst(parameter))],
    advanced: parameters.filter(isFolded)
  }
}
