import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'

interface ErrorStateProps {
  title?: string
  text: string
  onRetry?: () => void
}

export const ErrorState = ({ title = 'Не получилось загрузить', text, onRetry }: ErrorStateProps) => (
  <div role="alert" className="mx-auto flex max-w-text flex-col items-center px-4 py-12 text-center">
    <span className="mb-4 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
      <TriangleAlert size={24} aria-hidden />
    </span>
    <p className="text-title font-semibold">{title}</p>
    <p className="mt-2 max-w-md text-small text-ink-soft">{text}</p>
    {onRetry && (
      <Button variant="secondary" className="mt-6" icon={<RotateCw size={16} />} onClick={onRetry}>
        Попробовать ещё раз
      </Button>
    )}
  </div>
)
