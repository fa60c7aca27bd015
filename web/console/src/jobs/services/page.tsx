import { useState } from 'react'
import type { z } from 'zod'
import { listServices, type WatchedService, type WatchedProvider } from '#contract/operator/jobs/services.ts'
import { useCall } from '../../base/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { ServiceTable, type ServiceRow } from './service-table.tsx'
import { SwitchOffDialog, SwitchOnDialog, type Switched } from './switch-dialogs.tsx'
import { formatTime } from '../../../../src/base/format/dates.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { hrefOf } from '../../base/address.ts'
import { Facts } from '../../ui/facts.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { providerTitle, stepNames } from '../../ui/job-words.ts'
import { tellAgo } from '../../base/server-clock.ts'

const serviceRow = ({ service, title, off, state, health }: WatchedService): ServiceRow => ({
  service,
  model: null,
  title,
  off,
  state,
  health
})

/** The models of the catalogue, each as often as it ran at another provider. */
const modelRows = ({ service, title, models, health }: WatchedService): ServiceRow[] =>
  models.flatMap((known) => {
    const own = health.filter((one) => one.model === known.model)
    const row = { service, model: known.model, title: `${title} · ${known.title}`, off: known.off, state: null }
    return own.length === 0 ? [{ ...row, health: [] }] : own.map((one) => ({ ...row, health: [one] }))
  })

/** How services and providers are doing, and their switches. */
export function Page() {
  const [asked, setAsked] = useState<Switched | null>(null)
  const close = () => setAsked(null)
  const isToBeOn = asked?.wish === 'on'
  return (
    <Frame
      title="Сервисы"
      intro="По последним запросам за сутки, всё вместе — в «Трендах». Выключенный сервис не принимает нового, и люди видят почему; начатое доделывается."
    >
      <Loaded query={useCall(listServices, {})}>
        {({ services, providers, ...queue }) => {
          const nameOf = (id: string) => providers.find(({ provider }) => provider === id)?.name ?? id
          const shared = { nameOf, onSwitch: setAsked }
          return (
            <>
              <Section title="Сервисы">
                <ServiceTable caption="Сервисы" rows={services.map(serviceRow)} {...shared} />
              </Section>
              <Section title="Модели">
                <ServiceTable caption="Модели" rows={services.flatMap(modelRows)} {...shared} />
              </Section>
              <ProvidersSection providers={providers} />
              <WaitingSection {...queue} />
            </>
          )
        }}
      </Loaded>
      <SwitchOffDialog asked={isToBeOn ? null : asked} onClose={close} />
      <SwitchOnDialog asked={isToBeOn ? asked : null} onClose={close} />
    </Frame>
  )
}

type Listed = z.output<typeof listServices.output>
type Waiting = Listed['waiting'][number]

const providerState = ({ is_on: isOn, away_until: until, away_code: code }: WatchedProvider) => {
  if (!isOn) return <Badge>выключен</Badge>
  return until === null ? (
    <Badge tone="success">доступен</Badge>
  ) : (
    <span>
      <Badge tone="danger">нет денег</Badge> <span>{`до ${formatTime(until)}`}</span>{' '}
      {code !== null && <code>{code}</code>}
    </span>
  )
}

const providerColumns: readonly Column<WatchedProvider>[] = [
  { title: 'Поставщик', render: ({ name }) => name },
  { title: 'Состояние', render: providerState },
  {
    title: 'Занято мест',
    numeric: true,
    render: ({ running, places }) => (places === 0 ? '—' : `${running} из ${places}`)
  },
  { title: 'Ждут места', numeric: true, render: (row) => formatCount(row.waiting) }
]

const ProvidersSection = ({ providers }: Pick<Listed, 'providers'>) => (
  <Section title="Поставщики">
    <Table
      caption="Поставщики"
      rows={providers}
      keyOf={({ provider }) => provider}
      empty="Поставщиков нет: добавьте ключ в настройки или поставщика на странице «Поставщики»"
      columns={providerColumns}
    />
  </Section>
)

const waitingColumns: readonly Column<Waiting>[] = [
  {
    title: 'Поставщик',
    render: ({ provider, step }) => (
      <a href={hrefOf('/jobs', undefined, { provider, state: step })} className="underline underline-offset-4">
        {providerTitle(provider)}
      </a>
    )
  },
  { title: 'Состояние', render: ({ step }) => stepNames[step] },
  { title: 'Работ', numeric: true, render: ({ jobs }) => formatCount(jobs) },
  { title: 'Самая старая', render: (row) => tellAgo(row.oldest_at) }
]

const WaitingSection = ({
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
