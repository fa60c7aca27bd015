import { openClock } from '#contract/operator/system/watch.ts'
import { formatAgo } from '../../../src/base/format/dates.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { useCall } from '../base/use-call.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { dutyName } from './words.ts'

/** The backlog is counted up to this. */
const countedMax = 10_000

const backlogText = (rows: number | null) => {
  if (rows === null) return '—'
  return rows >= countedMax ? `${formatCount(countedMax)} и больше` : formatCount(rows)
}

const agoOr = (time: number | null, otherwise: string) => (time === null ? otherwise : formatAgo(time))

export const ClockSection = () => (
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
