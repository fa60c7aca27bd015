// What a proposal of a model becomes: the tool that makes it, and the settings that it is ordered with.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { Message } from '#contract/chats.ts'
import type { JobFile } from '#contract/jobs.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { withOfferedChoices } from '../../media/form/settings.ts'
import { currentPrice } from '../../media/form/submit-rules.ts'
import { isEnded } from '../../media/job/job-order.ts'
import { findJob, isForgotten } from '../../media/job/job-store.ts'
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
}

/** As a form names the file. */
export const sourceOf = (picture: JobFile | null): string | null => picture && `work:${picture.id}`

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
export function planOf({ kind, prompt }: WorkProposal, picture: JobFile | null, tools: Tools): Plan | 'picture' | null {
  const source = sourceOf(picture)
  const wanted = createKindOf[kind]
  const connected = toolsOf(wanted).filter(({ path }) => tools.isConnected(path))
  const latest = connected.find(({ id }) => id === tools.chosen)
  const usual = connected.filter((entry) => entry !== latest)
  const plan = (found: StudioEntry, settings: ParameterValues, begun: string | null): Plan | null => {
    const entry = tools.priced(found)
    const chosen = { ...tools.settingsOf(entry), ...settings, prompt: prompt.trim() }
    const values = withOfferedChoices(entry.parameters, chosen, () => false)
    const filled = takesPrompt(entry, values) ? withPicture(entry, values, begun) : null
    const priceTokens = filled && priceIn(entry, filled)
    return filled && priceTokens !== null ? { entry, values: filled, priceTokens } : null
  }
  if (source !== null && (kind === 'change' || kind === 'film')) {
    const begun = begunWith({ kind: wanted, source }, tools.isConnected)
    const entry = begun && connected.find(({ id }) => id === begun.service)
    const made = (latest && plan(latest, {}, source)) ?? (begun && entry ? plan(entry, begun.settings, source) : null)
    if (made || kind === 'change') return made
  }
  const plain = [...(latest ? [latest] : []), ...usual]
  for (const entry of plain) {
    const made = plan(entry, {}, null)
    if (made) return made
  }
  return plain.length > 0 && kind === 'change' ? 'picture' : null
}

/** The settings with the picture; null where the tool takes none, or needs other files. */
function withPicture(entry: StudioEntry, values: ParameterValues, picture: string | null): ParameterValues | null {
  const files = filesOf(entry, values)
  const taken = picture === null ? undefined : files.find(({ kind }) => kind === 'image')
  const isWhole = files.every((one) => one === taken || one.requiredText === undefined)
  if (!isWhole || (picture !== null && !taken)) return null
  return picture !== null && taken ? { ...values, [taken.name]: picture } : values
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

/** The newest picture of the dialog that is ready; null: there is none. */
export function newestPicture(messages: readonly Message[]): JobFile | null {
  for (const { works = [] } of messages.toReversed()) {
    for (const work of works) {
      const { id, state, files } = findJob(work.id) ?? work
      const picture = files.find(({ type }) => type.startsWith('image/'))
      if (state === 'completed' && picture && !isForgotten(id)) return picture
    }
  }
  return null
}

/** Whether a picture is being made in the dialog: the newest one is not known yet. */
export const isPictureComing = (messages: readonly Message[]): boolean =>
  messages.some(({ works = [] }) =>
    works.some((work) => {
      const job = findJob(work.id) ?? work
      return job.kind !== 'video' && job.kind !== 'audio' && !isEnded(job) && !isForgotten(job.id)
    })
  )
