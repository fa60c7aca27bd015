// Which tool makes works of a kind, and with which settings: what the user chose last, the same in all chats.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { Owner } from '../../base/storage/operation-id.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import { type StudioBox, studioBox } from '../../media/form/studio-box.ts'
import type { CreateKind } from './open-panel.ts'

interface Chosen {
  kind: CreateKind
  /** The service that was chosen last, by kind. */
  tools: Partial<Record<CreateKind, string>>
}

export const choice = pageStore<Chosen>(() => ({ kind: 'image', tools: {} }))

export const settingsBox = ({ path, parameters }: Pick<StudioEntry, 'path' | 'parameters'>, owner: Owner): StudioBox =>
  studioBox(unsentKey('studio', `chats ${path}`), parameters, owner)

/** What is missing or wrong in the form. */
export class Unfit extends Error {
  override name = 'Unfit'
}

/** The values as the server takes them. The schema library is loaded for the first of them. @throws Unfit */
export async function parsed({ parameters }: StudioEntry, values: ParameterValues): Promise<ParameterValues> {
  const { parametersSchema } = await import('#contract/catalogue/parameters-schema.ts')
  const result = parametersSchema(parameters).safeParse(values)
  if (!result.success) throw new Unfit(result.error.issues[0]?.message)
  return result.data
}
