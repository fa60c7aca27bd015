import { Button } from '../../base/ui/button.tsx'

export const ListFailed = ({ reload }: { reload: () => void }) => (
  <div className="flex flex-col items-center gap-3 p-6 text-center text-small text-ink-soft">
    Не удалось загрузить чаты
    <Button size="small" variant="secondary" onClick={reload}>
      Попробовать ещё раз
    </Button>
  </div>
)
