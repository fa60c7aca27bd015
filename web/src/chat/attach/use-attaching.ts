// What the composer knows of the files of a draft. Everything that handles files is loaded when there are some.
import type { Attachment } from '#contract/attachments.ts'
import { filesProblem, surchargeOf } from '#contract/catalogue/attachments.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { useSession } from '../../base/session/session.tsx'
import type { DraftBox } from '../draft/draft-box.ts'
import { type Upload, useUploads } from './uploads.ts'

export function useAttaching(box: DraftBox, files: readonly Attachment[]) {
  const { user } = useSession()
  const uploads = useUploads(box.key)
  const surchargeTokens = surchargeOf(files)
  return {
    box,
    files,
    uploads,
    /** What the files add to the price of the request. */
    surchargeTokens,
    paysInTokens: user !== null && paysInTokens(user.plan),
    /** Why the request cannot be sent with its files yet. */
    hindrance: hindranceOf(files, uploads),
    /** Null: nobody is signed in. */
    add:
      user &&
      ((list: Iterable<File>) => {
        const chosen = [...list]
        void import('./send-files.ts').then(({ attachFiles }) => attachFiles(box, chosen))
      })
  }
}

export type Attaching = ReturnType<typeof useAttaching>

function hindranceOf(files: readonly Attachment[], uploads: readonly Upload[]): string | null {
  if (uploads.some(({ error }) => error === null)) return 'Файлы ещё загружаются'
  if (files.some(({ state }) => state === 'waiting')) return 'Текст файлов ещё читается'
  const isUnusable = uploads.length > 0 || files.some(({ state }) => state === 'failed')
  return isUnusable ? 'Уберите файлы, которые не удалось приложить' : filesProblem(files)
}
