import { mediaProviders } from '#contract/catalogue/entry.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { jobSteps, listOperatorJobs, type OperatorJob } from '#contract/operator/jobs/jobs.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { hrefOf, replaceQuery, useAddress } from '../base/address.ts'
import { useParts } from '../base/use-call.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { IdLink } from '../ui/id-link.tsx'
import { Page as Frame } from '../ui/page.tsx'
import { type Column, PartsTable } from '../ui/table.tsx'
import { failureWords, providerTitle, serviceTitle, stepNames } from '../ui/job-words.ts'
import { tellAgo } from '../base/server-clock.ts'

const states = [
  ['open', 'Не закончены'],
  ['ended', 'Закончены'],
  ...jobSteps.map((step) => [step, `Только: ${stepNames[step]}`] as const)
] as const
type State = (typeof states)[number][0]

const providers = [['', 'Любой'], ...mediaProviders.map((one) => [one, providerTitle(one)] as const)] as const
const services = [['', 'Любой'], ...studioEntries.map(({ id, title }) => [id, title] as const)] as const
const ages = [
  ['', 'Любой'],
  ['5', 'Старше 5 минут'],
  ['30', 'Старше получаса'],
  ['120', 'Старше двух часов']
] as const

interface Filter {
  state: State
  provider: string
  service: string
  older: string
}

function filterOf(query: URLSearchParams): Filter {
  const state = states.find(([one]) => one === query.get('state'))?.[0] ?? 'open'
  const chosen = (name: string, choices: readonly (readonly [string, string])[]) =>
    choices.find(([value]) => value === query.get(name))?.[0] ?? ''
  return {
    state,
    provider: chosen('provider', providers),
    service: chosen('service', services),
    older: chosen('older', ages)
  }
}

const tones = { completed: 'success', failed: 'danger', cancelled: 'quiet' } as const

export const StepBadge = ({ step }: Pick<OperatorJob, 'step'>) => (
  <Badge tone={tones[step as keyof typeof tones] ?? 'accent'}>{stepNames[step]}</Badge>
)

const columns: readonly Column<OperatorJob>[] = [
  {
    title: 'Работа',
    render: ({ id, service, model }) => (
      <a href={hrefOf('/jobs', id)} className="underline underline-offset-4">
        <span>{`${serviceTitle(service)}${model !== null ? ` · ${model}` : ''}`}</span>
        <span className="block text-caption break-all text-ink-faint">{id}</span>
      </a>
    )
  },
  {
    title: 'Состояние',
    render: ({ step, failure }) => (
      <>
        <StepBadge step={step} />
        {failure !== null && <span className="mt-1 block text-caption">{failureWords(failure)}</span>}
      </>
    )
  },
  { title: 'Поставщик', render: ({ provider }) => providerTitle(provider) },
  { title: 'Заказана', render: (job) => <span className="whitespace-nowrap">{tellAgo(job.created_at)}</span> },
  {
    title: 'Закончена',
    render: (job) => (
      <span className="whitespace-nowrap">{job.finished_at === null ? '—' : tellAgo(job.finished_at)}</span>
    )
  },
  { title: 'Попыток', numeric: true, render: ({ attempts }) => formatCount(attempts) },
  {
    title: 'Токены',
    numeric: true,
    render: (job) => formatCount(job.charged_tokens ?? job.price_tokens)
  },
  {
    title: 'Чья',
    render: (job) => <IdLink to="/people" id={job.user_id} className="break-all underline underline-offset-4" />
  }
]

export function JobList() {
  const filter = filterOf(useAddress().query)
  const choose = (change: Partial<Filter>) => replaceQuery({ ...filter, ...change })
  const query = useParts(listOperatorJobs, (next) => ({
    state: filter.state,
    provider: filter.provider || undefined,
    service: filter.service || undefined,
    older_minutes: filter.older || undefined,
    ...(next !== null && { after: String(next) })
  }))
  return (
    <Frame
      title="Работы"
      intro="Незаконченные — от старых к новым, законченные за 30 дней — от новых к старым. Что люди написали и получили, здесь не видно."
    >
      <search aria-label="Отбор работ" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <ChoiceField label="Состояние" value={filter.state} choices={states} onChange={(state) => choose({ state })} />
        <ChoiceField
          label="Поставщик"
          value={filter.provider}
          choices={providers}
          onChange={(provider) => choose({ provider })}
        />
        <ChoiceField
          label="Сервис"
          value={filter.service}
          choices={services}
          onChange={(service) => choose({ service })}
        />
        <ChoiceField label="Возраст" value={filter.older} choices={ages} onChange={(older) => choose({ older })} />
      </search>
      <PartsTable
        caption="Работы"
        columns={columns}
        query={query}
        rowsOf={({ jobs }) => jobs}
        keyOf={({ id }) => id}
        empty="Таких работ нет"
      />
    </Frame>
  )
}
