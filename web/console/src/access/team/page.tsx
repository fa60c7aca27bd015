import { useState } from 'react'
import { UserPlus } from 'lucide-react'
import { listTeam, type TeamMember } from '#contract/operator/access/team.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { serverNow, tellAgo } from '../../base/server-clock.ts'
import { useCall } from '../../base/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { EndRoleDialog, GrantRoleDialog, ResetFactorDialog } from './dialogs.tsx'
import { formatDate, formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { roleNames, useOperator } from '../../base/use-operator.ts'
import { type Column, RowButton, Table } from '../../ui/table.tsx'

/** Who is an operator. Only owners open it. */
export function Page() {
  const [granting, setGranting] = useState(false)
  const [asked, setAsked] = useState<{ action: TeamAction; member: TeamMember } | null>(null)
  const close = () => setAsked(null)
  return (
    <Frame
      title="Команда"
      intro="Оператор входит своим обычным аккаунтом и кодом из приложения. Роль решает, что он видит и что может менять."
      actions={
        <Button icon={<UserPlus size={18} aria-hidden />} onClick={() => setGranting(true)}>
          Дать роль
        </Button>
      }
    >
      <Loaded query={useCall(listTeam, {})}>
        {({ team }) => {
          const former = team.filter(({ ended_at: endedAt }) => endedAt !== null)
          return (
            <>
              <TeamTable
                team={team.filter(({ ended_at: endedAt }) => endedAt === null)}
                onAsk={(action, member) => setAsked({ action, member })}
              />
              {former.length > 0 && (
                <Section title="Бывшие операторы">
                  <FormerTable team={former} />
                </Section>
              )}
            </>
          )
        }}
      </Loaded>
      <GrantRoleDialog open={granting} onClose={() => setGranting(false)} />
      <EndRoleDialog member={asked?.action === 'end' ? asked.member : null} onClose={close} />
      <ResetFactorDialog member={asked?.action === 'reset' ? asked.member : null} onClose={close} />
    </Frame>
  )
}

type TeamAction = 'end' | 'reset'

const factorText = ({ factor_since: since, enrol_until: until }: TeamMember) => {
  if (since !== null) return `подключён ${formatDate(since)}`
  if (until !== null && until > serverNow()) return `ждёт подключения до ${formatDateTime(until)}`
  return <Badge tone="danger">не подключён, срок прошёл</Badge>
}

const known: readonly Column<TeamMember>[] = [
  { title: 'Имя', render: ({ name }) => name },
  { title: 'Роль', render: ({ role }) => roleNames[role] },
  { title: 'Кто дал', render: (member) => `${member.granted_by}, ${formatDate(member.granted_at)}` }
]

interface TeamTableProps {
  team: readonly TeamMember[]
  onAsk: (action: TeamAction, member: TeamMember) => void
}

function TeamTable({ team, onAsk }: TeamTableProps) {
  const { name: own } = useOperator()
  return (
    <Table
      caption="Операторы"
      rows={team}
      keyOf={({ user_id: id }) => id}
      empty="Операторов нет"
      columns={[
        {
          title: 'Имя',
          render: ({ name }) => (
            <span className="flex flex-wrap items-center gap-2">
              <span>{name}</span> {name === own && <Badge>вы</Badge>}
            </span>
          )
        },
        ...known.slice(1),
        { title: 'Второй фактор', render: factorText },
        {
          title: 'Был в консоли',
          render: (member) => (member.seen_at === null ? 'никогда' : tellAgo(member.seen_at))
        },
        {
          title: 'Что сделать',
          titleHidden: true,
          render: (member) => (
            <span className="flex justify-end gap-2">
              {member.factor_since !== null && (
                <RowButton label={`Сбросить фактор: ${member.name}`} onClick={() => onAsk('reset', member)}>
                  Сбросить фактор
                </RowButton>
              )}
              <RowButton variant="danger" label={`Снять роль: ${member.name}`} onClick={() => onAsk('end', member)}>
                Снять роль
              </RowButton>
            </span>
          )
        }
      ]}
    />
  )
}

const FormerTable = ({ team }: { team: readonly TeamMember[] }) => (
  <Table
    caption="Бывшие операторы"
    rows={team}
    keyOf={({ user_id: id }) => id}
    empty="Никого"
    columns={[
      ...known,
      { title: 'Снята', render: (member) => (member.ended_at === null ? '—' : formatDate(member.ended_at)) }
    ]}
  />
)
