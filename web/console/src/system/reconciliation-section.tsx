import { useState } from 'react'
import { openReconciliation } from '#contract/operator/system/watch.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { useCall } from '../base/use-call.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Facts } from '../ui/facts.tsx'
import { IdLink } from '../ui/id-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { differenceName, stageNames } from './words.ts'

/** The night of the installation is done without a check. */
const endOf = (isDone: boolean, finishedAt: number | null) => {
  if (finishedAt !== null) return formatDateTime(finishedAt)
  return isDone ? 'не проверялась: установка' : 'ещё нет'
}

/** What one night found. The newest night, unless another is chosen. */
export function ReconciliationSection() {
  const [chosen, setChosen] = useState<string | null>(null)
  const query = useCall(openReconciliation, chosen === null ? {} : { night: Number(chosen) })
  return (
    <Section title="Ночная сверка" intro="Каждую ночь сайт сверяет кошельки, платежи, задачи и файлы между собой.">
      <Loaded query={query}>
        {({ late, nights, differences }) => {
          const shown = nights.find(({ night }) => String(night) === chosen) ?? nights[0]
          if (!shown) return <p className="text-small text-ink-soft">Сверок ещё не было.</p>
          return (
            <>
              {late && (
                <p>
                  <Badge tone="danger">сверка опаздывает</Badge>
                </p>
              )}
              <div className="max-w-xs">
                <ChoiceField
                  label="Ночь"
                  value={String(shown.night)}
                  choices={nights.map(({ night, started_at: startedAt }) => [String(night), formatDateTime(startedAt)])}
                  onChange={setChosen}
                />
              </div>
              <Facts
                facts={[
                  ['Стадия', stageNames[shown.stage]],
                  ['Проверено людей', formatCount(shown.users)],
                  ['Проверено задач', formatCount(shown.jobs)],
                  ['Расхождений', formatCount(shown.differences)],
                  ['Начата', formatDateTime(shown.started_at)],
                  ['Закончена', endOf(shown.stage === 'done', shown.finished_at)]
                ]}
              />
              <Table
                caption="Расхождения этой ночи"
                rows={differences}
                keyOf={({ kind, subject, detail }) => `${kind} ${subject} ${detail}`}
                empty="Расхождений нет: всё сходится"
                columns={[
                  { title: 'Что не сходится', render: ({ kind }) => differenceName(kind) },
                  { title: 'Где', render: ({ subject }) => <code className="break-all">{subject}</code> },
                  {
                    title: 'Аккаунт',
                    render: ({ user_id: id }) => (id === null ? '—' : <IdLink to="/people" id={id} />)
                  },
                  { title: 'Подробности', render: ({ detail }) => <span className="break-words">{detail}</span> }
                ]}
              />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
