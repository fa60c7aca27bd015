// The kinds of parameters of a job. One list of parameters defines the form, the price and the parsing on the server.
import { z } from 'zod'

interface Named {
  /** Field of the request; unique in its list. */
  name: string
  label: string
  /** Shown and accepted only while an earlier choice has one of these values. */
  shownWhen?: { parameter: string; is: readonly string[] }
}

interface ChoiceOption {
  value: string
  label: string
}

export interface ChoiceParameter extends Named {
  kind: 'choice'
  options: readonly ChoiceOption[]
  default: string
  /** Part of the call but not of the form: the page always sends the default. */
  hidden?: true
}

export interface NumberParameter extends Named {
  kind: 'number'
  min: number
  max: number
  step: number
  default: number
}

export interface TextParameter extends Named {
  kind: 'text'
  placeholder: string
  lengthMax: number
  /** The limit that the form's counter shows; up to `lengthMax` is accepted. */
  counterMax?: number
  /** The message when the text is missing; without it the text may be empty. */
  requiredText?: string
  /** The message for this field alone, if `requiredText` names other fields too. */
  missingText?: string
}

/** A file, sent as a data URL. */
export interface FileParameter extends Named {
  kind: 'image' | 'mask' | 'video'
  mediaTypes: readonly string[]
  sizeBytesMax: number
  tooLargeText: string
  requiredText?: string
  missingText?: string
}

export type Parameter = ChoiceParameter | NumberParameter | TextParameter | FileParameter
export type ParameterValues = Readonly<Record<string, string | number>>

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The decoded size of a base64 data URL in bytes, without decoding it. */
export function dataUrlBytes(dataUrl: string): number {
  const length = dataUrl.length - dataUrl.indexOf(',') - 1
  const padding = dataUrl.endsWith('==') ? 2 : dataUrl.endsWith('=') ? 1 : 0
  return Math.floor(length / 4) * 3 - padding
}

/** The media type of a base64 data URL, or null. Only the start is matched, because the rest may be megabytes. */
export const dataUrlType = (value: string): string | null =>
  /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[a-z0-9]+=[\w.,-]+)*;base64,/i.exec(value.slice(0, 200))?.[1]?.toLowerCase() ?? null

export const isShown = (parameter: Parameter, values: ParameterValues): boolean =>
  !parameter.shownWhen || parameter.shownWhen.is.includes(String(values[parameter.shownWhen.parameter]))

const choiceSchema = ({ options, default: value }: ChoiceParameter) =>
  z
    .preprocess(
      (sent) => (typeof sent === 'number' ? String(sent) : sent),
      z.enum(options.map((option) => option.value) as [string, ...string[]], { error: 'Такого варианта нет' })
    )
    .default(value)

const numberSchema = ({ min, max, step, default: value }: NumberParameter) => {
  const error = `Допустимо от ${min} до ${max}`
  return z
    .number({ error })
    .min(min, error)
    .max(max, error)
    .refine((sent) => Number.isInteger((sent - min) / step), `Допустимый шаг: ${step}`)
    .default(value)
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
    .refine((sent) => dataUrlBytes(sent) <= sizeBytesMax, { error: tooLargeText, abort: true })
    .refine((sent) => mediaTypes.includes(dataUrlType(sent) ?? ''), 'Такой файл не поддерживается')
  return requiredText === undefined ? file.optional() : file
}

function schemaOf(parameter: Parameter): z.ZodType<string | number | undefined> {
  switch (parameter.kind) {
    case 'choice':
      return choiceSchema(parameter)
    case 'number':
      return numberSchema(parameter)
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
      const parsed = schemaOf(parameter).safeParse(own)
      if (!parsed.success)
        for (const { message } of parsed.error.issues)
          context.addIssue({ code: 'custom', message, path: [parameter.name], input: own })
      else if (parsed.data !== undefined) values[parameter.name] = parsed.data
    }
    return values
  })

/** The initial values of the form: all defaults. */
export const defaultValues = (parameters: readonly Parameter[]): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap((parameter) => ('default' in parameter ? [[parameter.name, parameter.default]] : []))
  )
