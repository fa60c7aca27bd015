import { apiCalls } from '#contract/api-key-words.ts'
import { serviceTitle } from '../../ui/job-words.ts'
import { Table } from '../../ui/table.tsx'
import { formatNumber, type ServiceSums } from './figures.ts'

const share = (part: number, whole: number) =>
  whole === 0 ? '0 %' : `${((part / whole) * 100).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} %`

/** A call of the API that fails is free and stands in the receipts of its user alone. */
const isApi = (service: string) => service === apiCalls.service

export const ByService = ({ rows }: { rows: readonly ServiceSums[] }) => (
  <Table
    caption="Сервисы за период"
    rows={rows}
    keyOf={({ service }) => service}
    empty="За это время сервисами никто не пользовался"
    columns={[
      { title: 'Сервис', render: ({ service }) => serviceTitle(service) },
      { title: 'Запросы', numeric: true, render: ({ operations }) => formatNumber(operations) },
      { title: 'Потрачено токенов', numeric: true, render: ({ spent }) => formatNumber(spent) },
      {
        title: 'Сбои',
        numeric: true,
        render: ({ service, failures }) => (isApi(service) ? '—' : formatNumber(failures))
      },
      {
        title: 'Доля сбоев',
        numeric: true,
        render: ({ service, failures, operations }) => (isApi(service) ? '—' : share(failures, operations))
      }
    ]}
  />
)
