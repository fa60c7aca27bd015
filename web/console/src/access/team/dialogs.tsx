import { useState } from 'react'
import { operatorRoles, type OperatorRole } from '#contract/permissions.ts'
import { endRole, grantRole, resetFactor, type TeamMember } from '#contract/operator/access/team.ts'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { roleNames } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'

const abilities: Record<OperatorRole, string> = {
  support:
    'Помогает людям: видит карточки, платежи и работы, начисляет токены в пределах дня. Не видит цен и чужих текстов',
  finance: 'Платежи, кошельки, книги и цены; людей не блокирует',
  owner: 'Всё, включая команду и журнал'
}

interface OpenProps {
  open: boolean
  onClose: () => void
}

export function GrantRoleDialog({ open, onClose }: OpenProps) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<OperatorRole>('support')
  const forget = () => {
    setEmail('')
    setName('')
    setRole('support')
    onClose()
  }
  return (
    <ChangeDialog
      open={open}
      onClose={forget}
      endpoint={grantRole}
      title="Дать роль"
      description="Аккаунт станет оператором. Код из приложения он подключит при первом входе, в течение суток. Если роль уже есть, она сменится, и его вход в консоль закончится."
      confirm="Дать роль"
      done="Роль дана"
      input={(change) => ({ email, name, role, ...change })}
    >
      {(problems) => (
        <>
          <TextField
            label="Email аккаунта"
            type="email"
            autoComplete="off"
            value={email}
            error={problems.email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <TextField
            label="Имя для журнала"
            hint="Латиницей, например anna"
            autoComplete="off"
            value={name}
            error={problems.name}
            onChange={({ target }) => setName(target.value)}
          />
          <ChoiceField
            label="Роль"
            hint={abilities[role]}
            value={role}
            choices={operatorRoles.map((one) => [one, roleNames[one]])}
            onChange={setRole}
          />
        </>
      )}
    </ChangeDialog>
  )
}

interface MemberDialogProps {
  /** Null: closed. */
  member: TeamMember | null
  onClose: () => void
}

export const EndRoleDialog = ({ member, onClose }: MemberDialogProps) => (
  <ChangeDialog
    open={member !== null}
    onClose={onClose}
    endpoint={endRole}
    title={`Снять роль: ${member?.name ?? ''}`}
    description="Вход этого оператора в консоль закончится сразу. Его аккаунт на сайте останется. Роль можно дать снова."
    confirm="Снять роль"
    danger
    done="Роль снята"
    input={(change) => ({ id: member?.user_id ?? '', ...change })}
  />
)

export const ResetFactorDialog = ({ member, onClose }: MemberDialogProps) => (
  <ChangeDialog
    open={member !== null}
    onClose={onClose}
    endpoint={resetFactor}
    title={`Сбросить второй фактор: ${member?.name ?? ''}`}
    description="Старое приложение перестанет подходить, вход в консоль закончится. Новое можно подключить в течение суток. Сначала убедитесь, что просит об этом сам оператор."
    confirm="Сбросить"
    danger
    done="Второй фактор сброшен"
    input={(change) => ({ id: member?.user_id ?? '', ...change })}
  />
)
