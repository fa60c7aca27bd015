import { Button } from './button.tsx'

/** `what` in the accusative: «историю». */
export const LoadFailure = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <div
    role="alert"
    className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-danger-soft py-2 pr-2 pl-4 text-small text-danger"
  >
    Не удалось загрузить {what}
    <Button variant="ghost" size="small" onClick={onRetry}>
      Повторить
    </Button>
  </div>
)
