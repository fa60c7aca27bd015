// What the composer knows of the files of a draft. Everything that handles files is loaded when there are some.
import { useSyncExternalStore, type RefObject, Suspense, useEffect, useState } from 'react'
import type { Attachment } from '#contract/attached-file.ts'
import { filesFlaw, surchargeOf } from '#contract/catalogue/attachments.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { useSession } from '../../base/session/session.tsx'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { late } from '../../base/page/late.ts'
import type { DraftBox, useDraft } from '../draft/draft-box.ts'
import { DropLayer } from './drop-layer.tsx'

// Files on their way to the server, by the draft that they are attached to. What has arrived is in the draft itself.
export interface Upload {
  /** The `Idempotency-Key`: trying again sends the same file. */
  key: string
  name: string
  size: number
  /** From 0 to 1. */
  progress: number
  /** Why it could not be attached; null while it is sent. */
  error: string | null
  /** Null when trying again cannot help. */
  retry: (() => void) | null
  cancel: () => void
}

const none: readonly Upload[] = []
/** Changed by send-files.ts alone. */
export const uploadStore = pageStore<ReadonlyMap<string, readonly Upload[]>>(() => new Map())

export const uploadsOf = (draftKey: string): readonly Upload[] => uploadStore.getState().get(draftKey) ?? none

export const useUploads = (draftKey: string): readonly Upload[] =>
  useSyncExternalStore(
    uploadStore.subscribe,
    () => uploadsOf(draftKey),
    () => none
  )

/** What the files of a chat's project add to the price, as the page shows it. */
export interface ProjectPrice {
  /** To the model of the composer. */
  tokens: number
  /** It is not known yet, so nothing can be sent. */
  isPending: boolean
  /** The folder of the chat; null: none; undefined: not known yet. */
  folderId: number | null | undefined
  /** To any model of the page. */
  tokensFor: (model: string) => number | Promise<number>
}

const noProject = { tokens: 0, isPending: false }

/** @param model that would be asked @param project of the chat */
export function useAttaching(
  draft: Pick<ReturnType<typeof useDraft>, 'box' | 'files' | 'waits'>,
  model: ShownModel,
  project: Pick<ProjectPrice, 'tokens' | 'isPending'> = noProject
) {
  const { box, files } = draft
  const { user } = useSession()
  const uploads = useUploads(box.key)
  return {
    ...draft,
    uploads,
    /** Why the model takes no pictures, and what to do; null: it sees them. */
    noPictures: noPicturesOf(model),
    /** What the files add to the price of the request. */
    surchargeTokens: surchargeOf(files),
    /** The same with the files of the project. */
    addedTokens: surchargeOf(files) + project.tokens,
    /** The request cannot be sent with its files yet; the tray says why. */
    isHindered:
      project.isPending ||
      uploads.length > 0 ||
      files.some(({ state }) => state !== 'ready') ||
      filesFlaw(files) !== null ||
      isBlindTo(files, model),
    /** Null: no user is signed in. */
    add:
      user &&
      ((chosen: readonly File[]) => {
        void import('./send-files.ts').then(({ attachFiles }) => attachFiles(box, chosen, noPicturesOf(model)))
      })
  }
}

export type Attaching = ReturnType<typeof useAttaching>

/** What is said of a model that takes no pictures; null: it sees them. */
export const noPicturesOf = ({ name, seesPictures }: ShownModel): string | null =>
  seesPictures ? null : `${name} не видит картинок. Уберите картинку или выберите другую модель`

/** Whether there is a picture among the files that the model would not see. */
const isBlindTo = (files: readonly Pick<Attachment, 'kind'>[], { seesPictures }: ShownModel): boolean =>
  !seesPictures && files.some(({ kind }) => kind === 'picture')

/** Takes away what is not ready to be sent: files on their way, those that failed, and those whose text is not read yet. */
export function dropUnready(box: DraftBox): void {
  for (const { cancel } of uploadsOf(box.key)) cancel()
  const draft = box.draft()
  box.put({ ...draft, files: draft.files.filter(({ state }) => state === 'ready') })
}

const LoadedRoom = late(async () => (await import('./loaded-room.tsx')).LoadedRoom)

export interface AttachRoomProps {
  attaching: Attaching
  /** Of the request. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Sends the request with the files that are ready. */
  onSendReady: () => void
  locked: boolean
  /** What is typed is no question now: files that come are not for it, and nothing here sends it. */
  isAside?: boolean
}

/** The files of the draft, above its text, and where files are dropped. Loaded when there are some, or nothing else to do. */
export function AttachRoom({ attaching, field, onSendReady, locked, isAside = false }: AttachRoomProps) {
  const { box, add } = attaching
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const hasFiles = !locked && attaching.files.length + attaching.uploads.length > 0
  const attachLongText = (text: string) => {
    void import('./long-paste.ts').then(({ attachText }) => add && attachText(box, text, add))
  }
  return (
    <>
      {!isAside && <DropLayer add={add} field={field} onText={attachLongText} />}
      {(isIdle || hasFiles) && (
        <Suspense fallback={hasFiles && <div className="order-first h-28 w-full" />}>
          <LoadedRoom attaching={attaching} hasFiles={hasFiles} onSendReady={isAside ? null : onSendReady} />
        </Suspense>
      )}
    </>
  )
}
