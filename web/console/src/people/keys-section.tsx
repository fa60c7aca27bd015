import { useState } from 'react'
import { endPersonKey, type PersonCard } from '#contract/operator/people/people.ts'
import {
  hasExpired,
  lifeInWords,
  limitsInWords,
  overlapInWords,
  spentInWords
} from '../../../src/base/api/key-words.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { serverNow } from '../base/server-clock.ts'
import { useOperator } from '../base/use-operator.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Section } from '../ui/page.tsx'
import { RowButton, Table } from '../ui/table.tsx'

type Key = PersonCard['api_keys'][number]

function State({ apiKey, now }: { apiKey: Key; now: number }) {
  if (apiKey.ended_at) return <Badge>{`отозван ${formatDateTime(apiKey.ended_at)}`}</Badge>
  return hasExpired(apiKey, now) ? <Badge>истёк</Badge> : <Badge tone="success">работает</Badge>
}

/** The keys of the API: what they may do and have spent, never what opens anything. */
export function KeysSection({ id, keys }: { id: string; keys: PersonCard['api_keys'] }) {
  const { may } = useOperator()
  const [chosen, setChosen] = useState<Key | null>(null)
  const [now] = useState(serverNow)
  return (
    <Section title="Ключи API">
      <Table
        caption="Ключи API"
        rows={keys}
        keyOf={(key) => key.id}
        empty="Ключей нет"
        columns={[
          {
            title: 'Ключ',
            render: ({ name, hint }) => (
              <>
                <span className="block max-w-80 wrap-anywhere">{name}</span>
                <code className="text-caption text-ink-faint">{hint}</code>
              </>
            )
          },
          { title: 'Состояние', render: (key) => <State apiKey={key} now={now} /> },
          {
            title: 'Что может',
            render: (key) => (
              <span className="block min-w-48 text-caption text-ink-soft">
                {[limitsInWords(key, []), lifeInWords(key, now), overlapInWords(key, now)].filter(Boolean).join(' · ')}
              </span>
            )
          },
          {
            title: 'Расход',
            render: (key) => <span className="block min-w-40 text-caption">{spentInWords(key) ?? 'Не тратил'}</span>
          },
          {
            title: 'Что сделать',
            titleHidden: true,
            render: (key) =>
              may('people.help') &&
              !key.ended_at && (
                <RowButton label={`Отозвать ключ: ${key.name}`} onClick={() => setChosen(key)}>
                  Отозвать
                </RowButton>
              )
          }
        ]}
      />
      <ChangeDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        endpoint={endPersonKey}
        title="Отозвать ключ API"
        description={
          chosen &&
          `Только если вы убедились, что просит владелец. Программы с ключом «${chosen.name}» (${chosen.hint}) сразу перестанут работать, запросы в пути прервутся, владельцу придёт письмо. Вернуть ключ нельзя.`
        }
        confirm="Отозвать"
        danger
        done="Ключ отозван"
        input={(change) => ({ id, key: chosen?.id ?? '', ...change })}
      />
    </Section>
  )
}
