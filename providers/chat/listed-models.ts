// Reads suppliers' lists of models: OpenAI's form, and what OpenRouter, Together, vLLM, Ollama, LiteLLM, Gemini and Anthropic add to it.
// Pure: an entry that cannot be read is left out, a field that cannot be read is not told.
import { beginningOf } from '#contract/cut-text.ts'
import { supplierModel } from '#contract/operator/shop/definition.ts'
import type { ListedModel } from '#contract/operator/shop/supplier-list.ts'
import { countAt, fieldAt, textAt } from '../http/fields.ts'
import { listedPriceOf } from './listed-price.ts'

const nameMax = 60
const descriptionMax = 160
const tokensMax = 10_000_000

/** The entries of a list; null: this is none. Ollama says null where it has no model. */
export function entriesOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body
  const entries = [fieldAt(body, 'data'), fieldAt(body, 'models')].find((value) => value !== undefined)
  return Array.isArray(entries) ? entries : entries === null ? [] : null
}

/** In one line, without what is not seen, which might turn the direction of what follows. */
function lineOf(text: string | null, lengthMax: number): string | null {
  const line = beginningOf(text?.slice(0, 5000) ?? '', 5000)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}+/gu, '')
    .trim()
  if (line.length <= lengthMax) return line === '' ? null : line
  return `${beginningOf(line, lengthMax - 1).trimEnd()}…`
}

/** The first of the fields that holds a number of tokens. */
function tokensIn(entry: unknown, ...paths: readonly (readonly [string, ...string[]])[]): number | null {
  const counts = paths.map((path) => countAt(entry, ...path))
  return counts.find((count) => count !== null && count >= 1 && count <= tokensMax) ?? null
}

const isText = (value: unknown): value is string => typeof value === 'string'

const textsAt = (entry: unknown, ...path: [string, ...string[]]): readonly string[] | null => {
  const texts = fieldAt(entry, ...path)
  return Array.isArray(texts) ? texts.slice(0, 100).filter(isText) : null
}

/** Gemini's list has `models/` before each name; its calls take the name alone, as all others do. */
function modelIn(entry: unknown): string | null {
  const id = textAt(entry, 'id') ?? textAt(entry, 'model') ?? textAt(entry, 'name')
  return supplierModel.safeParse(id?.replace(/^models\//, '')).data ?? null
}

const otherTypes = /^(?:image|video|audio|embedding|rerank|moderation|transcribe)/i

/** Whether it is known to answer with something else than text. */
const writesNoText = (entry: unknown): boolean =>
  textsAt(entry, 'architecture', 'output_modalities')?.includes('text') === false ||
  otherTypes.test(textAt(entry, 'type') ?? '')

const dayOf = (text: string | null): string | null => {
  const [day] = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|T)/.exec(text ?? '') ?? []
  return day !== undefined && new Date(day).toISOString().startsWith(day) ? day : null
}

/** Null: it has no usable id, or does not write texts. */
function listedModelOf(entry: unknown): ListedModel | null {
  const model = modelIn(entry)
  if (model === null || writesNoText(entry)) return null
  const takes = textsAt(entry, 'supported_parameters')
  const oneOf = (...names: string[]): boolean | null => takes && names.some((name) => takes.includes(name))
  const name = lineOf(textAt(entry, 'display_name') ?? textAt(entry, 'name'), nameMax)
  return {
    model,
    name: name === model ? null : name,
    description: lineOf(textAt(entry, 'description'), descriptionMax),
    price: listedPriceOf(entry, model),
    contextTokens: tokensIn(
      entry,
      ['context_length'],
      ['max_model_len'],
      ['context_window'],
      ['max_context_length'],
      ['max_input_tokens'],
      ['model_info', 'max_input_tokens']
    ),
    outputTokensMax: tokensIn(
      entry,
      ['top_provider', 'max_completion_tokens'],
      ['max_completion_tokens'],
      ['max_output_tokens'],
      ['model_info', 'max_output_tokens']
    ),
    seesPictures: textsAt(entry, 'architecture', 'input_modalities')?.includes('image') ?? null,
    thinks: oneOf('reasoning', 'include_reasoning', 'reasoning_effort'),
    takesTools: oneOf('tools'),
    writesJson: oneOf('response_format', 'structured_outputs'),
    retiresOn: dayOf(textAt(entry, 'expiration_date') ?? textAt(entry, 'shutdown_date'))
  }
}

/** The models of the entries in their order, each once. @param into those of the pages before; @returns whether there are more than may be */
export function addModels(into: Map<string, ListedModel>, entries: readonly unknown[], modelsMax: number): boolean {
  for (const entry of entries) {
    const listed = listedModelOf(entry)
    if (!listed || into.has(listed.model)) continue
    if (into.size >= modelsMax) return true
    into.set(listed.model, listed)
  }
  return false
}
