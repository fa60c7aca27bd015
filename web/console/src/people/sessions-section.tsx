import { useState } from 'react'
import { endPersonSessions, type PersonCard } from '#contract/operator/people/people.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { useOperator } from '../base/use-operator.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Section } from '../ui/page.tsx'
import { RowButton, Table } from '../ui/table.tsx'
import { tellAgo } from '../base/server-clock.ts'

type Session = PersonCard['sessions'][number]

const all = 'all'

/** Where the person is signed in. */
export function SessionsSection({ id, sessions }: { id: string; sessions: PersonCard['sessions'] }) {
  const { may } = useOperator()
  const [chosen, setChosen] = useState<Session | typeof all | null>(null)
  const showsIp = sessions.some(({ ip }) => ip !== null)
  const helps = may('people.help')
  return (
    <Section
      title="Где вошёл"
      actions={
        helps ? (
          <Button variant="secondary" size="small" off={sessions.length === 0} onClick={() => setChosen(all)}>
            Завершить все сессии
          </Button>
        ) : undefined
      }
    >
      <Table
        caption="Сессии"
        rows={sessions}
        keyOf={(session) => session.id}
        empty="Сессий нет"
        columns={[
          { title: 'Устройство', render: ({ device }) => <span className="block max-w-80 break-words">{device}</span> },
          { title: 'Место', render: ({ place }) => place ?? 'неизвестно' },
          ...(showsIp ? [{ title: 'IP', render: ({ ip }: Session) => ip }] : []),
          { title: 'Вошёл', render: ({ created_at: at }) => formatDateTime(at) },
          { title: 'Был', render: ({ seen_at: at }) => tellAgo(at) },
          {
            title: 'Что сделать',
            titleHidden: true,
            render: (session) =>
              helps && (
                <RowButton label={`Завершить сессию: ${session.device}`} onClick={() => setChosen(session)}>
                  Завершить
                </RowButton>
              )
          }
        ]}
      />
      <ChangeDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        endpoint={endPersonSessions}
        title={chosen === all ? 'Завершить все сессии' : 'Завершить сессию'}
        description="Открытые страницы сразу выйдут из аккаунта. Работы, которые уже идут, закончатся. Войти можно снова."
        confirm="Завершить"
        danger
        done="Сессии завершены"
        input={(change) => ({
          id,
          ...(chosen !== null && chosen !== all && { session_id: chosen.id }),
          ...change
        })}
      />
    </Section>
  )
}
