// What calls cost now. Asked for by a button: the page is complete without it, and most readers never need the figures of all models.
import { RefreshCw } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../base/ui/button.tsx'

type Shown = 'nothing' | 'reading' | 'failure' | ReactElement

export function PricesNow() {
  const [shown, setShown] = useState<Shown>('nothing')
  const isRead = typeof shown === 'object'
  const read = () => {
    setShown('reading')
    import('./price-tables.tsx').then(({ readTables }) => readTables()).then(setShown, () => setShown('failure'))
  }
  return (
    <div className="mt-8">
      <Button variant="secondary" busy={shown === 'reading'} onClick={read}>
        {isRead && <RefreshCw size={16} aria-hidden />}
        <span>{isRead ? 'Обновить цены' : 'Показать цены всех моделей'}</span>
      </Button>
      <output className="sr-only">{isRead && 'Цены показаны ниже'}</output>
      {shown === 'failure' && (
        <p role="alert" className="mt-3 text-small text-danger">
          Цены не загрузились. Проверьте соединение и нажмите ещё раз.
        </p>
      )}
      {isRead && <div className="mt-5">{shown}</div>}
    </div>
  )
}
