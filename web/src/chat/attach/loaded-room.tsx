import { useEffect } from 'react'
import { clsx } from 'clsx'
import { filesFlaw } from '#contract/catalogue/attachments.ts'
import { filesFlawTexts } from '#contract/catalogue/files-flaws.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { usePrompt } from '../draft/draft-box.ts'
import { addSent, attachAgain, removeFile, useFileStates } from './draft-files.ts'
import { type Attaching, dropUnready } from './attaching.tsx'
import { FileChip, UploadChip } from './file-chips.tsx'

interface LoadedRoomProps {
  attaching: Attaching
  /** Sends the request with the files that are ready; null: nothing is sent from here now. */
  onSendReady: (() => void) | null
  hasFiles: boolean
}

export function LoadedRoom({ attaching, onSendReady, hasFiles }: LoadedRoomProps) {
  const { box } = attaching
  useEffect(() => attachAgain.on((files) => addSent(box, files)), [box])
  return hasFiles && <Tray attaching={attaching} onSendReady={onSendReady} />
}

/** The files that go with the next request, what is happening to them, and what they add to its price. */
function Tray({ attaching, onSendReady }: Pick<LoadedRoomProps, 'attaching' | 'onSendReady'>) {
  const { box, files, uploads } = attaching
  const { user } = useSession()
  const hindrance = hindranceOf(attaching)
  useFileStates(box, files)
  return (
    <div className="order-first w-full px-3 pt-3">
      {/* More of them than fit must not push the field out of the window. */}
      <ul
        aria-label="Файлы запроса"
        className="-m-1 flex max-h-[30dvh] flex-wrap gap-2 overflow-y-auto overscroll-contain p-1"
      >
        {files.map((file) => (
          <li key={file.id} className="min-w-0 max-w-full">
            <FileChip file={file} onRemove={() => removeFile(box, file)} />
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.key} className="min-w-0 max-w-full">
            <UploadChip upload={upload} onRemove={upload.cancel} />
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-6 px-1">
        <output className={clsx('text-caption', hindrance ? 'text-ink' : 'text-ink-soft')}>
          {hindrance ?? priceText(attaching, user)}
        </output>
        {onSendReady && <SendReady attaching={attaching} onSendReady={onSendReady} />}
      </div>
    </div>
  )
}

/** Why the request cannot be sent with its files yet; null when it can. */
export function hindranceOf({
  files,
  uploads,
  noPictures
}: Pick<Attaching, 'files' | 'uploads' | 'noPictures'>): string | null {
  if (uploads.some(({ error }) => error === null)) return 'Файлы ещё загружаются'
  if (files.some(({ state }) => state === 'waiting')) return 'Текст файлов ещё читается'
  const isUnusable = uploads.length > 0 || files.some(({ state }) => state === 'failed')
  if (uploads.some(({ retry }) => retry)) return 'Повторите загрузку или уберите файлы, которые не приложились'
  if (isUnusable) return 'Уберите файлы, которые не удалось приложить'
  const flaw = filesFlaw(files)
  if (flaw) return filesFlawTexts[flaw]
  return files.some(({ kind }) => kind === 'picture') ? noPictures : null
}

/** What is not ready holds back nothing: its user can send the request without it. */
function SendReady({ attaching, onSendReady }: { attaching: Attaching; onSendReady: () => void }) {
  const { box, files, uploads } = attaching
  const isWritten = usePrompt(box).trim() !== ''
  const unready = uploads.length + files.filter(({ state }) => state !== 'ready').length
  if (unready === 0 || !isWritten) return null
  return (
    <Button
      variant="ghost"
      size="small"
      className="-mx-3"
      onClick={() => {
        dropUnready(box)
        onSendReady()
      }}
    >
      {unready === 1 ? 'Отправить без него' : 'Отправить без них'}
    </Button>
  )
}

function priceText({ surchargeTokens }: Attaching, user: ReturnType<typeof useSession>['user']): string {
  if (user && !paysInTokens(user.plan)) return 'Файлы увидит модель. По подписке они ничего не стоят'
  return `За файлы: +${formatTokens(surchargeTokens)} к цене запроса`
}
