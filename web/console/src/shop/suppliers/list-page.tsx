import { useDeferredValue, useMemo, useState } from 'react'
import { RefreshCw } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { openSupplierList, readSupplierList, type SupplierList } from '#contract/operator/shop/supplier-list.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { errorText } from '../../../../src/base/http/error-text.ts'
import { queryClient } from '../../../../src/base/http/query-client.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { hrefOf, replaceQuery, useAddress } from '../../base/address.ts'
import { call, keyOf } from '../../base/call.ts'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { firstRate, rateOf } from '../../prices/margin.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { RateField } from '../../ui/rate-field.tsx'
import { OfferList } from './offer-list.tsx'
import { countOf, type Filter, filters, isFilter, listFailureText, offersFor } from './offer-words.ts'

type State = 'idle' | 'busy' | 'read' | { failure: string }

/** Reads the list anew; what was shown stays until it is there, and stays when it cannot be read. */
function useReading(id: string) {
  const [state, setState] = useState<State>('idle')
  const read = () => {
    if (state === 'busy') return
    setState('busy')
    call(readSupplierList, { id }).then(
      ({ failure, list }) => {
        queryClient.setQueryData(keyOf(openSupplierList, { id }), list)
        setState(failure ? { failure: listFailureText(failure) } : 'read')
      },
      (error: unknown) => setState({ failure: errorText(error) })
    )
  }
  return { state, read }
}

const modelForms = ['модель', 'модели', 'моделей'] as const

function readText({ read_at: at, is_first: isFirst, is_cut: isCut, offers }: SupplierList): string {
  if (at === null) return 'Список ещё не читали.'
  const there = offers.length - countOf(offers, 'gone')
  return [
    `Прочитан ${formatDateTime(at)}: ${counted(there, modelForms)}.`,
    isFirst && 'Это первое чтение, сравнивать пока не с чем.',
    isCut && 'Список длиннее, чем можно прочитать: показано его начало.'
  ]
    .filter(Boolean)
    .join(' ')
}

/** What a supplier sells by its own list. Nothing of it is on sale here before an operator adds it as a model. */
export function ListPage({ id }: { id: string }) {
  const mayChange = useOperator().may('shop.change')
  const query = useCall(openSupplierList, { id })
  const { state, read } = useReading(id)
  const wasRead = typeof query.data?.read_at === 'number'
  return (
    <Frame
      title={query.data ? `Модели: ${query.data.supplier.name}` : 'Модели поставщика'}
      intro="Что есть у поставщика по его списку и почём. В магазин отсюда ничего не попадает само, и цены для людей не меняются: новую модель или новый прейскурант вы сохраняете сами."
      actions={
        <>
          <a href={hrefOf('/suppliers')} className="rounded-control px-2 py-3 text-small font-medium underline">
            Ко всем поставщикам
          </a>
          {mayChange && (
            <Button icon={<RefreshCw size={18} aria-hidden />} busy={state === 'busy'} onClick={read}>
              {wasRead ? 'Прочитать снова' : 'Прочитать список'}
            </Button>
          )}
        </>
      }
    >
      {typeof state === 'object' && (
        <FormAlert tone="danger">
          {wasRead ? `${state.failure}. Ниже то, что прочитано раньше.` : `${state.failure}.`}
        </FormAlert>
      )}
      <Loaded query={query}>
        {(list) => (
          <>
            {/* An <output> is announced when it changes. */}
            <output className="text-small text-ink-soft">
              {state === 'read' ? `Готово. ${readText(list)}` : readText(list)}
            </output>
            {list.offers.length > 0 && <Offers list={list} mayChange={mayChange} />}
          </>
        )}
      </Loaded>
    </Frame>
  )
}

// Keys of a literal.
const filterNames = Object.keys(filters) as Filter[]

function Offers({ list: { supplier, offers }, mayChange }: { list: SupplierList; mayChange: boolean }) {
  const { query } = useAddress()
  const shown = query.get('show')
  const filter: Filter = isFilter(shown) ? shown : 'all'
  const [typed, setTyped] = useState('')
  const [rate, setRate] = useState(firstRate)
  // Rows come behind the typing: a key draws the field alone.
  const sought = useDeferredValue(typed)
  const rublesPerDollar = useDeferredValue(rateOf(rate))
  const found = useMemo(() => offersFor(offers, filter, sought), [offers, filter, sought])
  const choices = useMemo(
    () => filterNames.map((one) => [one, `${filters[one]} (${countOf(offers, one)})`] as const),
    [offers]
  )
  return (
    <>
      <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_12rem]">
        <TextField
          label="Найти модель"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ChoiceField
          label="Показать"
          value={filter}
          choices={choices}
          onChange={(chosen) => replaceQuery({ show: chosen === 'all' ? '' : chosen })}
        />
        <RateField value={rate} onChange={setRate} />
      </div>
      {found.length === 0 ? (
        <p className="rounded-card bg-sunken px-4 py-6 text-small text-ink-soft">
          {sought.trim() === '' ? 'Таких моделей нет' : 'Ничего не нашлось: попробуйте другое слово'}
        </p>
      ) : (
        <OfferList offers={found} supplier={supplier.id} {...{ rublesPerDollar, mayChange }} />
      )}
    </>
  )
}
