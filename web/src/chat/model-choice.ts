// Which model answers next, in a chat or before one is begun.
import { useMemo, useState } from 'react'
import { offeredOf } from '#contract/catalogue/answer-extras.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import {
  catalogueModels,
  defaultOnPage,
  findModel,
  modelsOnPage,
  nameOfModel,
  type ShownModel,
  soldInPlaceOf
} from '#contract/catalogue/models.ts'
import { useAreModelsKnown, useModels } from '../base/session/models.ts'
import { useExtras } from './draft/draft.ts'
import { useHomePage, useOpening } from './opening.ts'

interface Wanted {
  /** What the user chose here. */
  chosen: string | undefined
  /** What answered in the open conversation last. */
  conversation: string | undefined
}

interface Answerer {
  model: ShownModel
  /** The name of the model that was to answer and is no longer sold; null: it answers itself. */
  gone: string | null
}

/**
 * Who answers on a page: what is wanted, or what is sold in its place, or the model of the page.
 * @param areKnown false: a model that is not among `models` is only not known yet
 */
function answererOn(
  page: Pick<ChatPage, 'path' | 'service' | 'defaultModel'>,
  models: readonly ShownModel[],
  { chosen, conversation }: Wanted,
  areKnown: boolean
): Answerer {
  const own = defaultOnPage(models, page.path) ?? catalogueModels.find((model) => model.id === page.defaultModel)
  if (!own) throw new Error(`The page ${page.path} has no default model`)
  for (const id of [chosen, conversation]) {
    const asked = id === undefined ? undefined : findModel(models, page.service, id)
    const sold = asked && soldInPlaceOf(models, asked)
    if (!asked) continue
    if (sold?.page === page.path) return { model: sold, gone: sold === asked ? null : asked.name }
    if (!sold) return { model: own, gone: asked.name }
  }
  const isLost = areKnown && conversation !== undefined && !findModel(models, page.service, conversation)
  return { model: own, gone: isLost ? nameOfModel(models, conversation) : null }
}

interface Choice {
  conversationId: number | null
  model: string
}

/** The model of the next answer, and what it is asked for: the one the user chose for this conversation, else its last one, else the page's. */
export function useModel(page: ChatPage, conversationId: number | null, conversation: string | undefined) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const switchedOn = useExtras()
  const all = useModels()
  const areKnown = useAreModelsKnown()
  const chosen = choice?.conversationId === conversationId ? choice.model : undefined
  const { model, gone } = answererOn(page, all, { chosen, conversation }, areKnown)
  // One that only «Все модели» shows is in the selector while it is chosen.
  const models = useMemo(() => {
    const shown = modelsOnPage(all, page.path)
    return shown.includes(model) ? shown : [...shown, model]
  }, [all, page.path, model])
  const extras = offeredOf(model, switchedOn)
  /** For a model of this page. */
  const extrasFor = (id: string, on = switchedOn) => offeredOf(models.find((one) => one.id === id) ?? model, on)
  const choose = (id: string, of = conversationId) => setChoice({ conversationId: of, model: id })
  const opening = useOpening(page, choose)
  useHomePage(page, conversationId, conversation)
  return { models, model, gone, extras, extrasFor, choose, opening }
}
