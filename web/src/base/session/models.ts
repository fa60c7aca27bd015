// The chat models on sale, with their prices: those of the catalogue until the server has told what operators have made of them, so that
// the first paint is the HTML of the build.
import { useEffect } from 'react'
import { defaultChatModels } from '#contract/catalogue/chat-models.ts'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { pricedModel, pricesAt, type Prices } from '#contract/catalogue/prices.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { catalogueModels, defaultOnPage, modelsAt, type ShownModel } from '#contract/catalogue/models.ts'
import { menuBadges } from './menu-badges.ts'
import { type Known, knownNow, nextBeginning, readKnown, shownPrices, useKnown } from './prices.ts'

interface InForce {
  models: readonly ShownModel[]
  known: Known
  /** The list is right from this moment until another one, by the server's clock. */
  from: number
  until: number
}

/** One list for all that show models: each of them would make another one each minute, and draw itself again. */
let latest: InForce | null = null

/** @param now by this clock */
function modelsOf(known: Known | undefined, now: number): readonly ShownModel[] {
  if (!known || (known.changes.length === 0 && known.models.length === 0)) return catalogueModels
  const at = now + known.aheadMs
  const isSame = latest?.known.changes === known.changes && latest.known.models === known.models
  if (latest && isSame && at >= latest.from && at < latest.until) return latest.models
  const prices = pricesAt(known.changes, at)
  const models = modelsAt(known.models, at).map((model) => pricedModel(model, prices))
  const begun = [...known.changes, ...known.models].map(({ startsAt }) => startsAt).filter((startsAt) => startsAt <= at)
  latest = { models, known, from: Math.max(-Infinity, ...begun), until: nextBeginning(known, at) ?? Infinity }
  return models
}

/** All models, those off sale included. The same list until one of them changes. */
export function useModels(): readonly ShownModel[] {
  const { known, now } = useKnown()
  const models = modelsOf(known, now)
  useEffect(() => showBadges(models), [models])
  return models
}

const badgeLengthMax = 16
const badgeOf = ({ name }: ShownModel): string =>
  name.length > badgeLengthMax ? `${beginningOf(name, badgeLengthMax - 1)}…` : name

/** The menu names the model of a page where that is not the one that the menu was made for. */
function showBadges(models: readonly ShownModel[]): void {
  const badges = chatPaths.flatMap((path) => {
    const own = catalogueModels.find(({ id }) => id === defaultChatModels[path])
    const now = defaultOnPage(models, path)
    return now && now.name !== own?.name ? [[path, badgeOf(now)] as const] : []
  })
  const shown = menuBadges.getState()
  const isSame = badges.length === Object.keys(shown).length && badges.every(([path, badge]) => shown[path] === badge)
  if (!isSame) menuBadges.setState(Object.fromEntries(badges), true)
}

/** Whether the server has told which models there are: until then one that is not in the catalogue is only not known yet. */
export const useAreModelsKnown = (): boolean => useKnown().known !== undefined

/** The models that the page shows at the moment. */
export const modelsNow = (): readonly ShownModel[] => modelsOf(knownNow(), Date.now())

/** For a page that shows them without asking for anything. @throws what the call throws */
export async function readInForce(): Promise<{ models: readonly ShownModel[]; prices: Prices }> {
  const known = await readKnown()
  return { models: modelsOf(known, Date.now()), prices: shownPrices() }
}
