import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Parameter } from '#contract/catalogue/parameters.ts'

/** The order of a form: the prompt first, unless the page works on a picture, and what few change folded away. */
export function formOrder({ kind }: Pick<StudioEntry, 'kind'>, parameters: readonly Parameter[]) {
  const open = parameters.filter(({ advanced }) => !advanced)
  const isFirst = ({ name }: Parameter) => kind !== 'image-tool' && name === 'prompt'
  return {
    first: [...open.filter(isFirst), ...open.filter((parameter) => !isFirst(parameter))],
    advanced: parameters.filter(({ advanced }) => advanced)
  }
}
