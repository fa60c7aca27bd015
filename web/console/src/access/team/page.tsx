import { useState } from 'react'
import { UserPlus } from 'lucide-react'
import { listTeam, type TeamMember } from '#contract/operator/access/team.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { useCall } from '../../base/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { EndRoleDialog, GrantRoleDialog, ResetFactorDialog } from './dialogs.tsx'
import { FormerTable, TeamTable, type TeamAction } from './team-table.tsx'

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
