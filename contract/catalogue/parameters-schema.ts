// Parses what a form sends, by the same list of parameters that drew the form.
import { z } from 'zod'
import {
  type ChoiceParameter,
  dataUrlBytes,
  dataUrlType,
  type FileParameter,
  type NumberParameter,
  type Parameter,
  type ParameterValues,
  type SeedParameter,
  type TextParameter
} from './parameters.ts'
import { isJobFileRef, namedJobFile } from './job-file-refs.ts'
import { isShown, optionsFor } from './shown-parameters.ts'

const ableFor = (parameter: ChoiceParameter, values: ParameterValues): string[] =>
  optionsFor(parameter, values).map(({ value }) => value)

function choiceSchema(parameter: ChoiceParameter, values: ParameterValues) {
  return z
    .preprocess(
      (sent) => (typeof sent === 'number' ? String(sent) : sent),
      z.enum(ableFor(parameter, values), { error: 'Такого варианта нет' })
    )
    .default(parameter.default)
}

const numberSchema = ({ min, max, step, default: value }: NumberParameter) => {
  const error = `Допустимо от ${min} до ${max}`
  return z
    .number({ error })
    .min(min, error)
    .max(max, error)
    .refine((sent) => Number.isInteger((sent - min) / step), `Допустимый шаг: ${step}`)
    .default(value)
}

const seedSchema = ({ min, max }: SeedParameter) => {
  const error = `Seed: целое число от ${min} до ${max}`
  return z.number({ error }).int(error).min(min, error).max(max, error).optional()
}

const textSchema = ({ lengthMax, requiredText }: TextParameter) => {
  const text = z
    .string({ error: requiredText ?? 'Ожидается текст' })
    .trim()
    .max(lengthMax, 'Слишком длинный текст')
  return requiredText === undefined ? text.default('') : text.min(1, requiredText)
}

function fileSchema({ mediaTypes, sizeBytesMax, tooLargeText, requiredText }: FileParameter) {
  const file = z
    .string({ error: requiredText ?? 'Ожидается файл' })
    .min(1, { error: requiredText ?? 'Ожидается файл', abort: true })
    .refine((sent) => isJobFileRef(sent) || dataUrlBytes(sent) <= sizeBytesMax, { error: tooLargeText, abort: true })
    .refine(
      (sent) => namedJobFile(sent) !== null || mediaTypes.includes(dataUrlType(sent) ?? ''),
      'Такой файл не поддерживается'
    )
  return requiredText === undefined ? file.optional() : file
}

/** @param values the earlier fields, already parsed */
function schemaOf(parameter: Parameter, values: ParameterValues): z.ZodType<string | number | undefined> {
  switch (parameter.kind) {
    case 'choice':
      return choiceSchema(parameter, values)
    case 'number':
      return numberSchema(parameter)
    case 'seed':
      return seedSchema(parameter)
    case 'text':
      return textSchema(parameter)
    case 'image':
    case 'mask':
    case 'video':
      return fileSchema(parameter)
    default:
      return parameter satisfies never
  }
}

/**
 * Parses the options of a request: defaults filled in, fields that are not shown for these choices left out, one issue
 * per wrong field with the text that the form shows.
 */
export const parametersSchema = (parameters: readonly Parameter[]) =>
  z.record(z.string(), z.unknown()).transform((sent, context): ParameterValues => {
    const values: Record<string, string | number> = {}
    for (const parameter of parameters) {
      if (!isShown(parameter, values)) continue
      const own = Object.hasOwn(sent, parameter.name) ? sent[parameter.name] : undefined
      const parsed = schemaOf(parameter, values).safeParse(own)
      if (!parsed.success)
        for (const { message } of parsed.error.issues) {
          // Only who types the ids of choices has a use for their list: a page shows them by their labels.
          const params = parameter.kind === 'choice' ? { able: ableFor(parameter, values) } : {}
          context.addIssue({ code: 'custom', message, path: [parameter.name], input: own, params })
        }
      else if (parsed.data !== undefined) values[parameter.name] = parsed.data
    }
    return values
  })
