import { clsx } from 'clsx'
import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import type { JobFile } from '#contract/jobs.ts'
import { formatTitle } from '#contract/media-types.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { notify } from '../../base/ui/notify.ts'
import { saveUrl } from '../../base/ui/save-file.ts'
import { Spinner } from '../../base/ui/spinner.tsx'

/** A format in which a result can be had besides its own, because the browser itself can write it. */
interface DownloadFormat {
  /** Media type. */
  type: string
  /** `PNG` */
  title: string
  /** What is special about it. */
  hint: string
}

const formatOf = (type: string, hint: string): DownloadFormat => ({ type, title: formatTitle(type), hint })

const pictures = [
  formatOf('image/png', 'без потерь'),
  formatOf('image/jpeg', 'меньше, без прозрачности'),
  formatOf('image/webp', 'меньше всего')
]
const sounds = [formatOf('audio/wav', 'без сжатия, для монтажа')]

/** Empty for films: no browser can write another format of them. */
export function otherFormats(type: string): readonly DownloadFormat[] {
  if (pictures.some((one) => one.type === type)) return pictures.filter((one) => one.type !== type)
  return type.startsWith('audio/') ? sounds.filter((one) => one.type !== type) : []
}

/** Safari reads WebP and does not write it: asked for it, a canvas gives a PNG. */
function canWrite(type: string): boolean {
  if (!type.startsWith('image/')) return true
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  return canvas.toDataURL(type).startsWith(`data:${type}`)
}

interface DownloadButtonsProps {
  file: JobFile
  /** Without the extension, for a format that the server does not have. */
  name: string
  /** «Изображение загружено» */
  savedText: string
  /** Formats that the browser writes have no metadata: the line that a model made it is drawn into pictures. */
  isMarked: boolean
}

/** «Скачать» gives the file as it is; the arrow beside it opens the other formats, which the browser writes itself. */
export function DownloadButtons({ file, name, savedText, isMarked }: DownloadButtonsProps) {
  const hasOthers = otherFormats(file.type).length > 0
  return (
    <span className="mr-1 inline-flex">
      <a
        href={file.downloadUrl}
        download
        onClick={() => notify.success(savedText)}
        className={buttonClass({ variant: 'secondary', size: 'small', className: clsx(hasOthers && 'rounded-r-none') })}
      >
        <Download size={16} aria-hidden />
        Скачать
      </a>
      {hasOthers && <OtherFormats file={file} name={name} savedText={savedText} isMarked={isMarked} />}
    </span>
  )
}

function OtherFormats({ file, name, savedText, isMarked }: DownloadButtonsProps) {
  const [isBusy, setBusy] = useState(false)

  async function save({ type, title }: DownloadFormat) {
    setBusy(true)
    try {
      const { saveAs } = await import('./save-as.ts')
      await saveAs({ url: file.url, name, type, isMarked })
      notify.success(savedText)
    } catch {
      notify.error(`Не удалось перевести файл в ${title}. Скачайте исходный, ${formatTitle(file.type)}`)
    } finally {
      setBusy(false)
    }
  }

  const saveOriginal = () => {
    saveUrl(file.downloadUrl)
    notify.success(savedText)
  }

  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label="Скачать в другом формате"
          title="Скачать в другом формате"
          aria-busy={isBusy || undefined}
          className={buttonClass({
            variant: 'secondary',
            size: 'small',
            className: 'w-9 rounded-l-none border-l-0 px-0! pointer-coarse:w-11'
          })}
        >
          {isBusy ? <Spinner /> : <ChevronDown size={16} aria-hidden />}
        </button>
      }
    >
      <Formats file={file} isBusy={isBusy} onOriginal={saveOriginal} onChoose={(format) => void save(format)} />
    </Menu>
  )
}

interface FormatsProps {
  file: JobFile
  isBusy: boolean
  onOriginal: () => void
  onChoose: (format: DownloadFormat) => void
}

/** Rendered while the menu is open, because asking the browser what it writes takes a canvas. */
function Formats({ file, isBusy, onOriginal, onChoose }: FormatsProps) {
  return (
    <>
      <MenuItem onSelect={onOriginal}>
        <Words title={formatTitle(file.type)} hint="исходный файл" />
      </MenuItem>
      {otherFormats(file.type)
        .filter(({ type }) => canWrite(type))
        .map((format) => (
          <MenuItem key={format.type} disabled={isBusy} onSelect={() => onChoose(format)}>
            <Words title={format.title} hint={format.hint} />
          </MenuItem>
        ))}
    </>
  )
}

const Words = ({ title, hint }: { title: string; hint: string }) => (
  <span>
    <span>{title}</span> <span className="text-caption text-ink-soft">{hint}</span>
  </span>
)
