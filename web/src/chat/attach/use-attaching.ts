// What the composer knows of the files of a draft. Everything that handles files is loaded when there are some.
import type { Attachment } from '#contract/attached-file.ts'
import { filesFlaw, surchargeOf } from '#contract/catalogue/attachments.ts'
import { useSession } from '../../base/session/session.tsx'
import type { DraftBox } from '../draft/draft-box.ts'
import { useUploads } from './uploads.ts'

export function useAttaching(draft: { box: DraftBox; files: readonly Attachment[] }) {
  const { box, files } = draft
  const { user } = useSession()
  const uploads = useUploads(box.key)
  return {
    ...draft,
    uploads,
    /** What the files add to the price of the request. */
    surchargeTokens: surchargeOf(files),
    /** The request cannot be sent with its files yet; the tray says why. */
    isHindered: uploads.length > 0 || files.some(({ state }) => state !== 'ready') || filesFlaw(files) !== null,
    /** Null: nobody is signed in. */
    add:
      user &&
      ((chosen: readonly File[]) => {
        void import('./send-files.ts').then(({ attachFiles }) => attachFiles(box, chosen))
      })
  }
}

export type Attaching = ReturnType<typeof useAttaching>
