import { useState } from 'react'
import {
  beginErasure,
  blockPerson,
  liftSecondStep,
  type PersonCard,
  takeBackErasure,
  unblockPerson
} from '#contract/operator/people/people.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { ChangeDialog } from '../ui/change-dialog.tsx'

interface AccountActionsProps {
  id: string
  account: NonNullable<PersonCard['account']>
}

/** What an owner may do to the account as a whole. */
export function AccountActions({ id, account }: AccountActionsProps) {
  const [asked, setAsked] = useState<'block' | 'unblock' | 'step' | 'erase' | 'keep' | null>(null)
  const common = {
    onClose: () => setAsked(null),
    input: (change: { reason: string; idempotency_key: string }) => ({ id, ...change })
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(account.blocked_at === null ? 'block' : 'unblock')}>
        {account.blocked_at === null ? 'Заблокировать' : 'Разблокировать'}
      </Button>
      {account.second_step_at !== null && (
        <Button variant="secondary" onClick={() => setAsked('step')}>
          Снять второй шаг
        </Button>
      )}
      <Button variant="secondary" onClick={() => setAsked(account.erased_at === null ? 'erase' : 'keep')}>
        {account.erased_at === null ? 'Удалить аккаунт' : 'Отменить удаление'}
      </Button>
      <ChangeDialog
        {...common}
        open={asked === 'block'}
        endpoint={blockPerson}
        title="Заблокировать аккаунт"
        description="Все сессии закончатся, войти будет нельзя. Работы, которые уже идут, закончатся. Premium больше не спишется. Токены и данные останутся."
        confirm="Заблокировать"
        danger
        done="Аккаунт заблокирован"
      />
      <ChangeDialog
        {...common}
        open={asked === 'unblock'}
        endpoint={unblockPerson}
        title="Разблокировать аккаунт"
        description="Человек сможет войти снова. Если пришёл срок продления Premium, карту нужно будет привязать заново."
        confirm="Разблокировать"
        done="Аккаунт разблокирован"
      />
      <ChangeDialog
        {...common}
        open={asked === 'step'}
        endpoint={liftSecondStep}
        title="Снять второй шаг"
        description="Только если вы убедились, что пишет владелец: потом для входа хватит пароля. Приложение с кодами отключится, коды восстановления перестанут действовать, все сессии закончатся, владельцу придёт письмо. Ключи доступа останутся."
        confirm="Снять второй шаг"
        danger
        done="Второй шаг снят"
      />
      <ChangeDialog
        {...common}
        open={asked === 'erase'}
        endpoint={beginErasure}
        title="Удалить аккаунт"
        description="Как если бы об этом попросил владелец: сессии закончатся, придёт письмо, и в течение срока он может передумать, просто войдя. Потом данные удалятся безвозвратно."
        confirm="Начать удаление"
        danger
        done="Удаление начато"
      />
      <ChangeDialog
        {...common}
        open={asked === 'keep'}
        endpoint={takeBackErasure}
        title="Отменить удаление"
        description="Аккаунт и данные останутся. Отвязанную карту нужно будет привязать заново."
        confirm="Отменить удаление"
        done="Удаление отменено"
      />
    </>
  )
}
