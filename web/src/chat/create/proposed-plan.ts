// What a proposal of a model becomes: the tool that makes it, and the settings that it is ordered with.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { withOfferedChoices } from '../../media/form/settings.ts'
import { currentPrice } from '../../media/form/submit-rules.ts'
import { type DialogPicture, formFileOf } from './dialog-pictures.ts'
import type { CreateKind } from './open-panel.ts'
import { begunWith, choicesOf, filesOf, takesPrompt, toolsOf } from './tools.ts'

/** Of the panel «Создать». */
export const createKindOf: Record<WorkProposal['kind'], CreateKind> = {
  picture: 'image',
  change: 'change',
  film: 'video',
  voice: 'audio'
}

export interface Plan {
  entry: StudioEntry
  values: ParameterValues
  /** For all works of the order. */
  priceTokens: number
  /** What the work begins with, and the parameter that takes it; null: nothing. */
  begins: { parameter: string; picture: DialogPicture } | null
}

interface Tools {
  isConnected: (path: string) => boolean
  /** The service that the user chose last for works of this kind. */
  chosen: string | undefined
  /** With the prices of now. */
  priced: (entry: StudioEntry) => StudioEntry
  /** As the user left them. */
  settingsOf: (entry: StudioEntry) => ParameterValues
}

/**
 * @param picture that is changed, or begins the film
 * @returns `picture`: it needs one; null: nothing can make it now
 */
export function planOf(proposal: WorkProposal, picture: DialogPicture | null, tools: Tools): Plan | 'picture' | null {
  const { kind, prompt } = proposal
  const wanted = createKindOf[kind]
  const connected = toolsOf(wanted).filter(({ path }) => tools.isConnected(path))
  const latest = connected.find(({ id }) => id === tools.chosen)
  const plan = (found: StudioEntry, settings: ParameterValues, begun: DialogPicture | null): Plan | null => {
    const entry = tools.priced(found)
    const chosen = { ...tools.settingsOf(entry), ...settings, prompt: prompt.trim() }
    const values = withOfferedChoices(entry.parameters, chosen, () => false)
    const begins = takesPrompt(entry, values) ? beginningOf(entry, values, begun) : undefined
    const priceTokens = priceIn(entry, values)
    return begins === undefined || priceTokens === null ? null : { entry, values, priceTokens, begins }
  }
  if (picture !== null && (kind === 'change' || kind === 'film')) {
    const begun = begunWith({ kind: wanted, source: picture.id }, tools.isConnected)
    const entry = begun && connected.find(({ id }) => id === begun.service)
    const made = (latest && plan(latest, {}, picture)) ?? (begun && entry ? plan(entry, begun.settings, picture) : null)
    if (made || kind === 'change') return made
  }
  const plain = [...(latest ? [latest] : []), ...connected.filter((entry) => entry !== latest)]
  for (const entry of plain) {
    const made = plan(entry, {}, null)
    if (made) return made
  }
  return plain.length > 0 && kind === 'change' ? 'picture' : null
}

/** Which parameter takes the picture; undefined where the tool takes none, or needs other files. */
function beginningOf(
  entry: StudioEntry,
  values: ParameterValues,
  picture: DialogPicture | null
): Plan['begins'] | undefined {
  const files = filesOf(entry, values)
  const taken = picture === null ? undefined : files.find(({ kind }) => kind === 'image')
  const isWhole = files.every((one) => one === taken || one.requiredText === undefined)
  if (!isWhole || (picture !== null && !taken)) return undefined
  return picture && taken ? { parameter: taken.name, picture } : null
}

/** What is ordered. @throws RefusedFile when the picture cannot be read */
export async function valuesOf({ values, begins }: Plan): Promise<ParameterValues> {
  return begins ? { ...values, [begins.parameter]: await formFileOf(begins.picture) } : values
}

/** Null for settings that are no longer sold. */
function priceIn(entry: StudioEntry, values: ParameterValues): number | null {
  try {
    return currentPrice(entry, values)
  } catch {
    return null
  }
}

/** `Flux · Schnell · 1:1`: the tool, and what is chosen. */
export const planWords = ({ entry, values }: Plan): string =>
  [
    entry.title,
    ...choicesOf(entry, values).flatMap(({ name, options }) => {
      const label = options.find(({ value }) => value === values[name])?.label
      if (label === undefined || (name === 'count' && values[name] === '1')) return []
      return name === 'count' ? `${label} шт.` : label
    })
  ].join(' · ')
