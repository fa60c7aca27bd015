import type { z } from 'zod'
import { openBackups } from '#contract/operator/system/watch.ts'
import { formatBytes } from '../../../src/base/format/bytes.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatCount, formatTokens } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { useCall } from '../base/use-call.ts'
import { IdLink } from '../ui/id-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { nightStages } from './words.ts'

type Backups = z.output<typeof openBackups.output>
type Night = Backups['nights'][number]

/** Whose wallets the night lacks. */
const Failed = ({ night: { failed, failed_count: count } }: { night: Night }) =>
  count === 0 ? (
    <span>—</span>
  ) : (
    <ul className="flex flex-col gap-1">
      {failed.map((user) => (
        <li key={user}>
          <IdLink to="/people" id={user} />
        </li>
      ))}
      {count > failed.length && <li>{`и ещё ${formatCount(count - failed.length)}`}</li>}
    </ul>
  )

const Nights = ({ nights }: Pick<Backups, 'nights'>) => (
  <Table
    caption="Ночи резервных копий"
    rows={nights}
    keyOf={({ night }) => String(night)}
    empty="Ни одной ночи ещё не было"
    columns={[
      { title: 'Начата', render: ({ started_at: at }) => formatDateTime(at) },
      {
        title: 'Состояние',
        render: ({ stage, failed_count: failed }) => (
          <Badge tone={stage !== 'done' ? 'quiet' : failed === 0 ? 'success' : 'danger'}>
            {stage === 'done' && failed > 0 ? 'неполная' : nightStages[stage]}
          </Badge>
        )
      },
      { title: 'Закончена', render: ({ finished_at: at }) => (at === null ? 'ещё нет' : formatDateTime(at)) },
      { title: 'Кошельков', numeric: true, render: ({ users }) => formatCount(users) },
      { title: 'Токенов у людей', numeric: true, render: ({ owed_tokens: tokens }) => formatTokens(tokens) },
      { title: 'Размер', numeric: true, render: ({ bytes }) => formatBytes(bytes) },
      { title: 'Не сохранены', render: (night) => <Failed night={night} /> }
    ]}
  />
)

const Restores = ({ restores }: Pick<Backups, 'restores'>) => (
  <Table
    caption="Восстановления"
    rows={restores}
    keyOf={({ id }) => id}
    empty=""
    columns={[
      { title: 'Копия', render: ({ id }) => <code className="break-all">{id}</code> },
      { title: 'Что', render: ({ scope }) => (scope === 'whole' ? 'всё' : 'только кошельки') },
      { title: 'Кто и почему', render: ({ operator, reason }) => `${operator}: ${reason}` },
      { title: 'Начато', render: ({ started_at: at }) => formatDateTime(at) },
      { title: 'Закончено', render: ({ finished_at: at }) => (at === null ? 'ещё нет' : formatDateTime(at)) }
    ]}
  />
)

/** What the nights have stored of the wallets, and what came back from a backup. */
export const BackupsSection = () => (
  <Section
    title="Резервные копии"
    intro="Каждую ночь кошельки всех людей складываются в хранилище. Полную копию делают командой: docs/backup.md."
  >
    <Loaded query={useCall(openBackups, {})}>
      {({ late, nights, restores }) => (
        <>
          {late && (
            <p>
              <Badge tone="danger">полной ночи давно не было</Badge>
            </p>
          )}
          <Nights nights={nights} />
          {restores.length > 0 && <Restores restores={restores} />}
        </>
      )}
    </Loaded>
  </Section>
)
