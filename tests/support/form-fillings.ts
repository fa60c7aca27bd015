// Combinations of values that a form can send: every two values that can stand together stand together in one of them.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { isShown, optionsFor } from '#contract/catalogue/shown-parameters.ts'

type Value = string | number | undefined

/** A choice of more options is combined with the defaults of the other long lists and of the numbers only. */
const longListMin = 7

const isUsual = (parameters: readonly Parameter[], values: ParameterValues) =>
  parameters.every((parameter) => {
    const value = values[parameter.name]
    const isWide =
      parameter.kind === 'number' || (parameter.kind === 'choice' && parameter.options.length >= longListMin)
    return !isWide || value === undefined || value === parameter.default
  })

/** Neighbours in this order have little in common. A prime, so that it steps through all of them. */
const step = 7919

/** Of these, as many as it takes for every pair of values; a value that is left out is one, too. */
function withEveryPair(parameters: readonly Parameter[], filled: readonly ParameterValues[]): ParameterValues[] {
  const seen = new Set<string>()
  return filled
    .map((_, index) => filled[(index * step) % filled.length] ?? {})
    .filter((values) => {
      const words = parameters.map(({ name }) => `${name}=${values[name]}`)
      const before = seen.size
      for (const [index, word] of words.entries()) for (const other of words.slice(index)) seen.add(`${word} ${other}`)
      return seen.size > before
    })
}

/**
 * @param parameters of the whole form
 * @param wordsOf the texts to fill in
 * @param fileOf what stands for a file
 */
export function fillings(
  { parameters }: Pick<StudioEntry, 'parameters'>,
  wordsOf: (parameter: Extract<Parameter, { kind: 'text' }>) => readonly string[],
  fileOf: (parameter: Extract<Parameter, { kind: 'image' | 'mask' | 'video' }>) => string
): ParameterValues[] {
  function valuesOf(parameter: Parameter, values: ParameterValues): readonly Value[] {
    switch (parameter.kind) {
      case 'choice': {
        const offered = optionsFor(parameter, values).map(({ value }) => value)
        return offered.length < longListMin || isUsual(parameters, values) ? offered : [parameter.default]
      }
      case 'number':
        return [parameter.min, parameter.default, parameter.max]
      case 'seed':
        return [undefined, parameter.min, parameter.max]
      case 'text':
        return wordsOf(parameter)
      case 'image':
      case 'mask':
      case 'video':
        return parameter.requiredText === undefined ? [undefined, fileOf(parameter)] : [fileOf(parameter)]
      default:
        return parameter satisfies never
    }
  }
  const filled = parameters.reduce<ParameterValues[]>(
    (before, parameter) =>
      before.flatMap((values) =>
        isShown(parameter, values)
          ? valuesOf(parameter, values).map((value) =>
              value === undefined ? values : { ...values, [parameter.name]: value }
            )
          : [values]
      ),
    [{}]
  )
  return withEveryPair(parameters, filled)
}
