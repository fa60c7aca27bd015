import { type ReactNode, use } from 'react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { HelpSlot } from './help-slot.ts'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  icon?: ReactNode
  /** A button or a link. */
  action?: ReactNode
}

export const EmptyState = ({ title, text, icon, action }: EmptyStateProps) => (
  <div className="mx-auto flex max-w-text flex-col items-center px-4 py-12 text-center">
    {icon && <span className="mb-4 grid size-14 place-items-center rounded-full bg-sunken text-ink-faint">{icon}</span>}
    <p className="text-title font-semibold">{title}</p>
    {text && <p className="mt-2 max-w-md text-small text-ink-soft">{text}</p>}
    {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
  </div>
)

interface ErrorStateProps {
  title?: string
  text: string
  onRetry?: () => void
}

export function ErrorState({ title = 'Не получилось загрузить', text, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-text flex-col items-center px-4 py-12 text-center">
      <span className="mb-4 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert size={24} aria-hidden />
      </span>
      <p className="text-title font-semibold">{title}</p>
      <p className="mt-2 max-w-md text-small text-ink-soft">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2 empty:hidden">
        {onRetry && (
          <Button variant="secondary" icon={<RotateCw size={16} />} onClick={onRetry}>
            Попробовать ещё раз
          </Button>
        )}
        <Help what={`${title}. ${text}`} size="medium" />
      </div>
    </div>
  )
}

/** `what` in the accusative: «историю». */
export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  const text = `Не удалось загрузить ${what}`
  return (
    <div
      role="alert"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-danger-soft py-2 pr-2 pl-4 text-small text-danger"
    >
      <span>{text}</span>
      <span className="flex flex-wrap">
        <Button variant="ghost" size="small" onClick={onRetry}>
          Повторить
        </Button>
        <Help what={text} size="small" />
      </span>
    </div>
  )
}

const Help = ({ what, size }: { what: string; size: 'small' | 'medium' }) => use(HelpSlot)?.({ what }, size) ?? null
