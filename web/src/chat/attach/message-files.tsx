import { useState } from 'react'
import { FileText, Paperclip } from 'lucide-react'
import type { Attachment } from '#contract/attached-file.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { errorText } from '../../base/http/error-text.ts'
import { serverNow } from '../../base/session/prices.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { attachAgain, freshUrl } from './draft-files.ts'

interface MessageFilesProps {
  files: readonly Attachment[]
  /** Whether they can be put into the composer once more. */
  mayAttach: boolean
}

/** The files of a request that was sent: pictures open in a dialog, everything else is downloaded. */
export const MessageFiles = ({ files, mayAttach }: MessageFilesProps) => (
  <div className="mb-2 flex flex-wrap items-end justify-end gap-2">
    {mayAttach && (
      <IconButton
        label="Приложить файлы снова"
        size="small"
        icon={<Paperclip size={16} />}
        className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        onClick={() => attachAgain.tell(files)}
      />
    )}
    <ul aria-label="Файлы запроса" className="flex min-w-0 flex-wrap justify-end gap-2">
      {files.map((file) => (
        <li key={file.id} className="min-w-0 max-w-full">
          {file.kind === 'picture' ? <Picture file={file} /> : <Document file={file} />}
        </li>
      ))}
    </ul>
  </div>
)

/** A link lasts for half an hour at least; an open page lives longer. */
function useLink(file: Attachment) {
  const [renewed, setRenewed] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  return {
    url: renewed ?? file.url,
    renew: () => {
      setTries(tries + 1)
      if (tries === 0) void freshUrl(file).then(setRenewed, () => undefined)
    }
  }
}

function Picture({ file }: { file: Attachment }) {
  const [open, setOpen] = useState(false)
  const { url, renew } = useLink(file)
  return (
    <>
      <button
        type="button"
        aria-label={`Открыть картинку ${file.name}`}
        onClick={() => setOpen(true)}
        className="block overflow-hidden rounded-card border border-line transition hover:border-line-strong"
      >
        <img src={url} alt={file.name} onError={renew} className="size-24 object-cover" />
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={file.name} side="full" className="flex flex-col">
        <div className="min-h-0 grow px-6 pb-6">
          <img src={url} alt={file.name} className="mx-auto size-full object-contain" />
        </div>
      </Dialog>
    </>
  )
}

const isExpired = (url: string): boolean =>
  Number(new URL(url, window.location.href).searchParams.get('expires')) <= serverNow()

function Document({ file }: { file: Attachment }) {
  const { name, size, url } = file
  return (
    <a
      href={url}
      download={name}
      onClick={(event) => {
        if (!isExpired(url)) return
        event.preventDefault()
        void freshUrl(file).then(
          (fresh) => (fresh ? window.location.assign(fresh) : notify.error('Файл удалён')),
          (error: unknown) => notify.error(errorText(error, 'Не удалось скачать файл'))
        )
      }}
      className="flex h-24 max-w-60 items-center gap-2.5 rounded-card border border-line bg-raised px-3 transition hover:border-line-strong"
    >
      <FileText size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <span className="min-w-0">
        <span className="line-clamp-2 text-small wrap-anywhere">{name}</span>
        <span className="text-caption text-ink-soft">{`${formatBytes(size)}, скачать`}</span>
      </span>
    </a>
  )
}
