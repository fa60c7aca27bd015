import { openClock, openDatabases, openStorage } from '#contract/operator/system/watch.ts'
import { formatBytes } from '../../../src/base/format/bytes.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { useCall } from '../base/use-call.ts'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { BackupsSection } from './backups-section.tsx'
import { ReconciliationSection } from './reconciliation-section.tsx'
import { dutyName, percent, storedText } from './words.ts'
import { tellAgo } from '../base/server-clock.ts'

/** The backlog is counted up to this. */
const countedMax = 10_000

const backlogText = (rows: number | null) => {
  if (rows === null) return '—'
  return rows >= countedMax ? `${formatCount(countedMax)} и больше` : formatCount(rows)
}

const agoOr = (time: number | null, otherwise: string) => (time === null ? otherwise : tellAgo(time))

const ClockSection = () => (
  <Section title="Часы" intro="Раз в минуту сайт берётся за свои обязанности. Здесь видно, что из них отстаёт.">
    <Loaded query={useCall(openClock, {})}>
      {({ late, ran_at: ranAt, duties }) => (
        <>
          <p className="flex flex-wrap items-center gap-2 text-small">
            {late ? <Badge tone="danger">стоят</Badge> : <Badge tone="success">идут</Badge>}
            <span>{`Последний ход: ${agoOr(ranAt, 'ещё не было')}`}</span>
          </p>
          <Table
            caption="Обязанности часов"
            rows={duties}
            keyOf={({ duty }) => duty}
            empty="Обязанностей нет"
            columns={[
              {
                title: 'Обязанность',
                render: ({ duty, behind }) => (
                  <span className="flex flex-wrap items-center gap-2">
                    <span>{dutyName(duty)}</span> {behind && <Badge tone="danger">отстаёт</Badge>}
                  </span>
                )
              },
              { title: 'Начата', render: (duty) => agoOr(duty.ran_at, 'никогда') },
              { title: 'Удалась', render: (duty) => agoOr(duty.succeeded_at, 'никогда') },
              { title: 'Ждут', numeric: true, render: ({ backlog }) => backlogText(backlog) },
              { title: 'Дольше всех ждёт', render: (duty) => agoOr(duty.oldest_due_at, '—') }
            ]}
          />
        </>
      )}
    </Loaded>
  </Section>
)

const DatabasesSection = () => (
  <Section title="Базы данных">
    <Loaded query={useCall(openDatabases, {})}>
      {({ max_bytes: maxBytes, databases }) => (
        <Table
          caption="Базы данных"
          rows={databases}
          keyOf={({ name }) => name}
          empty="Баз данных нет"
          columns={[
            { title: 'База', render: ({ name }) => <span className="font-mono">{name}</span> },
            {
              title: 'Занято',
              numeric: true,
              render: ({ bytes }) => (bytes === null ? 'не отвечает' : formatBytes(bytes))
            },
            {
              title: 'Доля предела',
              numeric: true,
              render: ({ bytes }) => (bytes === null ? '—' : percent.format(bytes / maxBytes))
            },
            { title: 'Новые аккаунты', render: ({ open }) => (open ? 'принимает' : 'не принимает') },
            {
              title: 'Состояние',
              render: ({ bytes, too_large: tooLarge }) =>
                bytes === null || tooLarge ? (
                  <Badge tone="danger">{tooLarge ? 'заполняется' : 'не отвечает'}</Badge>
                ) : (
                  <Badge tone="success">в порядке</Badge>
                )
            }
          ]}
        />
      )}
    </Loaded>
  </Section>
)

const StorageSection = () => (
  <Section
    title="Хранилище"
    intro="Файлы чатов, готовые работы и резервные копии. Раз в сутки их измеряют и сравнивают с планом."
  >
    <Loaded query={useCall(openStorage, {})}>
      {({ bytes, files, measured_at: measuredAt, planned_bytes: planned, large }) =>
        bytes === null ? (
          <p className="text-small text-ink-soft">Ещё не измерено.</p>
        ) : (
          <Facts
            facts={[
              ['Занято', `${storedText(bytes)} из ${storedText(planned)}, ${percent.format(bytes / planned)}`],
              ['Файлов', files === null ? null : formatCount(files)],
              ['Измерено', measuredAt === null ? null : tellAgo(measuredAt)],
              [
                'Состояние',
                <Badge key="state" tone={large ? 'danger' : 'success'}>
                  {large ? 'заполняется' : 'в порядке'}
                </Badge>
              ]
            ]}
          />
        )
      }
    </Loaded>
  </Section>
)

/** The state of the clock, the checks, the databases and the backups. */
export const Page = () => (
  <Frame title="Система" intro="Только смотреть: что делать с каждой тревогой, сказано в руководстве оператора.">
    <ClockSection />
    <DatabasesSection />
    <StorageSection />
    <BackupsSection />
    <ReconciliationSection />
  </Frame>
)
