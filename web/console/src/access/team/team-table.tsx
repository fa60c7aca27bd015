import type { TeamMember } from '#contract/operator/access/team.ts'
import { formatAgo, formatDate, formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { roleNames, useOperator } from '../../base/use-operator.ts'
import { type Column, RowButton, Table } from '../../ui/table.tsx'

export type TeamAction = 'end' | 'reset'

const factorText = ({ factor_since: since, enrol_until: until }: TeamMember) => {
  if (since !== null) return `подключён ${formatDate(since)}`
  if (until !== null && until > Date.now()) return `ждёт подключения до ${formatDateTime(until)}`
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

export function TeamTable({ team, onAsk }: TeamTableProps) {
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
          render: (member) => (member.seen_at === null ? 'никогда' : formatAgo(member.seen_at))
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

export const FormerTable = ({ team }: { team: readonly TeamMember[] }) => (
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
