// Which changes of models operators may set: none may leave a page without a model, or a chat without one that answers. Pure.
import { chatPaths } from '#contract/catalogue/chat.ts'
import { catalogueModels, defaultOnPage, modelsAt, type ShownModel, soldInPlaceOf } from '#contract/models.ts'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { type DefinedChange, shownOfDefinition } from './definition.ts'
import { modelChangeOf } from './sold-models.ts'

/** The pages learn all of them with one call. */
const modelsMax = 200

/** In words for the operator; `field`: what of the definition is wrong. */
export interface ChangeFlaw {
  text: string
  field?: 'service' | 'routes' | 'successor' | 'isOnSale'
}

/** The models that answer no new question and for which none answers, without those of `except`. */
const unanswered = (models: readonly ShownModel[], except: string | undefined): string[] =>
  models.filter((model) => model.id !== except && !soldInPlaceOf(models, model)).map(({ name }) => name)

/** What of a definition does not fit what there is. @param models at its start, without it */
export function definitionFlaw(
  definition: ModelDefinition,
  { models, suppliers }: { models: readonly ShownModel[]; suppliers: ReadonlySet<string> }
): ChangeFlaw | null {
  const { id, service, successor, routes, isOnSale } = definition
  const known = models.find((model) => model.id === id) ?? catalogueModels.find((model) => model.id === id)
  // The books of a model have its service.
  if (known && known.service !== service) return { text: 'Модель с таким id есть у другого сервиса', field: 'service' }
  if (!known && models.length >= modelsMax) return { text: `Больше ${modelsMax} моделей сайт не покажет` }
  if (routes.some(({ supplier }) => !suppliers.has(supplier)))
    return { text: 'Один из маршрутов ведёт к поставщику, которого нет', field: 'routes' }
  if (isOnSale && routes.length === 0) return { text: 'Модели на продаже нужен хотя бы один маршрут', field: 'routes' }
  if (successor !== null && !models.some((model) => model.service === service && model.id === successor))
    return { text: 'Такой модели у этого сервиса нет', field: 'successor' }
  const own = shownOfDefinition(definition)
  if (successor !== null && !soldInPlaceOf([...models.filter((model) => model.id !== id), own], own))
    return { text: 'Эта модель сама не продаётся: назовите другую', field: 'successor' }
  return null
}

/**
 * Whether pages and chats keep a model at every moment from the start of a change on.
 * @param before the changes without it, or with it where it is cancelled
 * @param after the same with what is to be done
 * @param at when that begins to count
 * @param own the model itself, which may be left without a successor; undefined when a change is cancelled
 */
export function leavesGap(
  before: readonly DefinedChange[],
  after: readonly DefinedChange[],
  at: number,
  own: string | undefined
): ChangeFlaw | null {
  const moments = [at, ...after.map(({ startsAt }) => startsAt).filter((startsAt) => startsAt > at)]
  for (const moment of moments) {
    const [was, becomes] = [before, after].map((changes) => modelsAt(changes.map(modelChangeOf), moment))
    const empty = chatPaths.find((path) => !defaultOnPage(becomes ?? [], path) && defaultOnPage(was ?? [], path))
    if (empty !== undefined)
      return { text: `На странице ${empty} не останется ни одной модели: назовите преемника`, field: 'successor' }
    const left = new Set(unanswered(was ?? [], own))
    const [lost] = unanswered(becomes ?? [], own).filter((name) => !left.has(name))
    if (lost !== undefined) return { text: `За модель «${lost}» больше никто не ответит: её преемник — эта модель` }
  }
  return null
}
