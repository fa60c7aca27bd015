// The question on the home page: a draft as those of the chats, with files, until the page of its model has taken it over.
import type { ShownModel } from '#contract/catalogue/models.ts'
import { askingNow } from '../../base/page/ask-now.ts'
import { paths } from '../../base/paths.ts'
import { modelsNow } from '../../base/session/models.ts'
import { ownerOf, storedTokens } from '../../base/session/token-storage.ts'
import { notify } from '../../base/ui/notify.ts'
import { noPicturesOf, uploadsOf } from '../../chat/attach/attaching.tsx'
import { draftBox, type DraftBox, draftKey } from '../../chat/draft/draft-box.ts'
import { sending } from '../../chat/draft/draft.ts'
import type { HandedOver } from '../../chat/draft/handed-over.ts'
import type { FirstModel, FirstQuestion } from '../../site/home/parts.ts'

/** A request may be sent before the page knows more of its user than their tokens say. */
const boxOfUser = (): DraftBox => draftBox(draftKey(paths.home, null), ownerOf(storedTokens().accessToken) ?? undefined)

/** Undefined: it is not on sale now. */
const shownModel = ({ id, path }: FirstModel): ShownModel | undefined =>
  modelsNow().find((model) => model.id === id && model.page === path)

/** Pictures are refused for a model that does not see them. */
export async function attach(files: readonly File[], model: FirstModel): Promise<void> {
  const shown = shownModel(model)
  const { attachFiles } = await import('../../chat/attach/send-files.ts')
  await attachFiles(boxOfUser(), files, shown ? noPicturesOf(shown) : null)
}

/** Whether the question has files, also such as are not ready. */
export function hasFiles(): boolean {
  const box = boxOfUser()
  return box.draft().files.length + uploadsOf(box.key).length > 0
}

/**
 * A question that is sent again, because its page did not open, keeps its id: it is charged once.
 * @returns the state for `navigate`; null: its files are not ready, which the user was told
 */
export async function handOver({ prompt, model }: FirstQuestion): Promise<{ state: unknown } | null> {
  const box = boxOfUser()
  const { files } = box.draft()
  const uploads = uploadsOf(box.key)
  const { id, priceTokens } = model
  if (files.length + uploads.length > 0) {
    const shown = shownModel(model)
    const { hindranceOf } = await import('../../chat/attach/loaded-room.tsx')
    const hindrance = hindranceOf({ files, uploads, noPictures: shown ? noPicturesOf(shown) : null })
    if (hindrance !== null) {
      notify.error(hindrance)
      return null
    }
  }
  const sent = sending({ ...box.draft(), prompt }, { prompt, model: id, files })
  box.put(sent)
  const handed: HandedOver = { prompt, model: id, files: [...files], role: null }
  const ask = { prompt, model: id, priceTokens, operationId: sent.operationId }
  return { state: { ...askingNow(ask).state, ...handed } }
}
