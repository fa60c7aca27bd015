// What calls cost now. Asked for by a button: the page is complete without it, and most readers never need the figures of all models.
import { RefreshCw } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../base/ui/button.tsx'

export function PricesNow() {
  const [tables, setTables] = useState<ReactElement | null>(null)
  const [state, setState] = useState<'still' | 'reading' | 'failure'>('still')
  const read = () => {
    setState('reading')
    import('./price-tables.tsx')
      .then(({ readTables }) => readTables())
      .then(setTables)
      .then(
        () => setState('still'),
        () => setState('failure')
      )
  }
  return (
    <div className="mt-8">
      <Button variant="secondary" busy={state === 'reading'} onClick={read}>
        {tables && <RefreshCw size={16} aria-hidden />}
        <span>{tables ? 'Обновить цены' : 'Показать цены всех моделей'}</span>
      </Button>
      <output className="sr-only">{tables && state === 'still' && 'Цены показаны ниже'}</output>
      {state === 'failure' && (
        <p role="alert" className="mt-3 text-small text-danger">
          Цены не загрузились. Проверьте соединение и нажмите ещё раз.
        </p>
      )}
      {tables && <div className="mt-5">{tables}</div>}
    </div>
  )
}
