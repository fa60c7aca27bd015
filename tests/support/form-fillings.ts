// The combinations of values that a form can send.
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
  return parameters.reduce<ParameterValues[]>(
    (filled, parameter) =>
      filled.flatMap((values) =>
        isShown(parameter, values)
          ? valuesOf(parameter, values).map((value) =>
              value === undefined ? values : { ...values, [parameter.name]: value }
            )
          : [values]
      ),
    [{}]
  )
}
