import { clsx } from 'clsx'
import { FileUp, ImageUp } from 'lucide-react'
import { Spinner } from '../../base/ui/spinner.tsx'

interface InvitationProps {
  kind: 'image' | 'video'
  inputId: string
  isReading: boolean
  disabled: boolean
}

/** The empty field. Hidden from screen readers, which have the input itself. */
export const Invitation = ({ kind, inputId, isReading, disabled }: InvitationProps) => {
  const Icon = kind === 'video' ? FileUp : ImageUp
  return (
    <label
      htmlFor={inputId}
      aria-hidden
      className={clsx(
        'flex min-h-36 flex-col items-center justify-center gap-1 px-4 py-6 text-center',
        disabled ? 'cursor-not-allowed' : 'cursor-pointer'
      )}
    >
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-sunken text-ink-faint">
        {isReading ? <Spinner /> : <Icon size={20} />}
      </span>
      <span className="text-small font-medium">
        {isReading ? 'Читаю файл…' : kind === 'video' ? 'Выберите видео' : 'Выберите изображение'}
      </span>
      <span className="text-caption text-ink-soft pointer-coarse:hidden">
        перетащите его сюда или вставьте из буфера
      </span>
    </label>
  )
}
