// Reads suppliers' lists of models: OpenAI's form, and what OpenRouter, Together, vLLM, Ollama, LiteLLM, Gemini and Anthropic add to it.
// Pure: an entry that cannot be read is left out, a field that cannot be read is not told.
import { beginningOf } from '#contract/cut-text.ts'
import { supplierModel } from '#contract/operator/shop/definition.ts'
import { contextTokensMax } from '#contract/operator/shop/bounds.ts'
import type { ListedModel } from '#contract/operator/shop/supplier-list.ts'
import { countAt, fieldAt, textAt } from '../http/fields.ts'
import { listedPriceOf } from './listed-price.ts'

const nameMax = 60
const descriptionMax = 160

/** The entries of a list; null: this is none. Ollama says null where it has no model. */
export function entriesOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body
  const entries = [fieldAt(body, 'data'), fieldAt(body, 'models')].find((value) => value !== undefined)
  return Array.isArray(entries) ? entries : entries === null ? [] : null
}

/** In one line, without what is not seen, which might turn the direction of what follows. */
function lineOf(text: string | null, lengthMax: number): string | null {
  const line = text
    ?.slice(0, 5000)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  if (!line) return null
  return line.length <= lengthMax ? line : `${beginningOf(line, lengthMax - 1).trimEnd()}…`
}

/** The first number of tokens among the fields. */
const tokensIn = (entry: unknown, ...names: readonly string[]): number | null =>
  names
    .map((name) => countAt(entry, name))
    .find((count) => count !== null && count >= 1 && count <= contextTokensMax) ?? null

/** Whether a list of features has one of the names; null: there is no such list. */
function hasOne(list: unknown, ...names: readonly string[]): boolean | null {
  return Array.isArray(list) ? names.some((name) => list.includes(name)) : null
}

/** Gemini's list has `models/` before each name; its calls take the name alone, as all others do. */
function modelIn(entry: unknown): string | null {
  const id = textAt(entry, 'id') ?? textAt(entry, 'model') ?? textAt(entry, 'name')
  return supplierModel.safeParse(id?.replace(/^models\//, '')).data ?? null
}

const otherTypes = /^(?:image|video|audio|embedding|rerank|moderation|transcribe)/i

/** Whether it is known to answer with something else than text. */
const writesNoText = (entry: unknown): boolean =>
  hasOne(fieldAt(entry, 'architecture', 'output_modalities'), 'text') === false ||
  otherTypes.test(textAt(entry, 'type') ?? '')

const dayOf = (text: string | null): string | null => {
  const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(text ?? '') ?? []
  return Number.isNaN(Date.parse(day)) ? null : day
}

/** Null: it has no usable id, or does not write texts. */
function listedModelOf(entry: unknown): ListedModel | null {
  const model = modelIn(entry)
  if (model === null || writesNoText(entry)) return null
  const takes = fieldAt(entry, 'supported_parameters')
  const name = lineOf(textAt(entry, 'display_name') ?? textAt(entry, 'name'), nameMax)
  return {
    model,
    name: name === model ? null : name,
    description: lineOf(textAt(entry, 'description'), descriptionMax),
    price: listedPriceOf(fieldAt(entry, 'pricing'), model),
    contextTokens: tokensIn(entry, 'context_length', 'max_model_len', 'context_window', 'max_input_tokens'),
    outputTokensMax:
      tokensIn(fieldAt(entry, 'top_provider'), 'max_completion_tokens') ?? tokensIn(entry, 'max_output_tokens'),
    seesPictures: hasOne(fieldAt(entry, 'architecture', 'input_modalities'), 'image'),
    thinks: hasOne(takes, 'reasoning', 'include_reasoning', 'reasoning_effort'),
    takesTools: hasOne(takes, 'tools'),
    writesJson: hasOne(takes, 'response_format', 'structured_outputs'),
    retiresOn: dayOf(textAt(entry, 'expiration_date') ?? textAt(entry, 'shutdown_date'))
  }
}

/** The models of the entries in their order, each once; `isCut`: there are more than may be. */
export function listedModelsOf(
  entries: readonly unknown[],
  modelsMax: number
): { models: ListedModel[]; isCut: boolean } {
  const models = new Map<string, ListedModel>()
  for (const entry of entries) {
    const listed = listedModelOf(entry)
    if (!listed || models.has(listed.model)) continue
    if (models.size >= modelsMax) return { models: [...models.values()], isCut: true }
    models.set(listed.model, listed)
  }
  return { models: [...models.values()], isCut: false }
}
