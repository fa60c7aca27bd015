import type { z } from 'zod'
import type { listServices, WatchedProvider } from '#contract/operator/jobs/services.ts'
import { formatAgo, formatTime } from '../../../../src/base/format/dates.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { hrefOf } from '../../base/address.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/page.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { stepNames } from '../../ui/job-words.ts'

type Listed = z.output<typeof listServices.output>
type Waiting = Listed['waiting'][number]

const providerState = ({ away_until: until, away_code: code }: WatchedProvider) =>
  until === null ? (
    <Badge tone="success">доступен</Badge>
  ) : (
    <span>
      <Badge tone="danger">нет денег</Badge> <span>{`до ${formatTime(until)}`}</span>{' '}
      {code !== null && <code>{code}</code>}
    </span>
  )

const providerColumns: readonly Column<WatchedProvider>[] = [
  { title: 'Провайдер', render: ({ provider }) => provider },
  { title: 'Состояние', render: providerState },
  {
    title: 'Занято мест',
    numeric: true,
    render: ({ running, places }) => (places === 0 ? '—' : `${running} из ${places}`)
  },
  { title: 'Ждут места', numeric: true, render: (row) => formatCount(row.waiting) }
]

export const ProvidersSection = ({ providers }: Pick<Listed, 'providers'>) => (
  <Section title="Провайдеры">
    <Table
      caption="Провайдеры"
      rows={providers}
      keyOf={({ provider }) => provider}
      empty="Провайдеров нет"
      columns={providerColumns}
    />
  </Section>
)

const waitingColumns: readonly Column<Waiting>[] = [
  {
    title: 'Провайдер',
    render: ({ provider, step }) => (
      <a href={hrefOf('/jobs', undefined, { provider, state: step })} className="underline underline-offset-4">
        {provider}
      </a>
    )
  },
  { title: 'Состояние', render: ({ step }) => stepNames[step] },
  { title: 'Работ', numeric: true, render: ({ jobs }) => formatCount(jobs) },
  { title: 'Самая старая', render: (row) => formatAgo(row.oldest_at) }
]

export const WaitingSection = ({
  waiting,
  overdue_jobs: overdue,
  dead_letters: letters
}: Pick<Listed, 'waiting' | 'overdue_jobs' | 'dead_letters'>) => (
  <Section
    title="Очередь"
    intro="Сколько сообщений лежит в самих очередях Cloudflare, приложение не знает. У каждого есть строка в базе, и здесь сосчитаны строки."
  >
    <Facts
      facts={[
        ['Просрочено: сообщение потеряно', formatCount(overdue)],
        [
          'Мёртвых сообщений',
          <a key="letters" href={hrefOf('/dead-letters')} className="underline underline-offset-4">
            {formatCount(letters)}
          </a>
        ]
      ]}
    />
    <Table
      caption="Незаконченные работы"
      rows={waiting}
      keyOf={({ provider, step }) => `${provider} ${step}`}
      empty="Незаконченных работ нет"
      columns={waitingColumns}
    />
  </Section>
)
