import { useState, type SubmitEvent } from 'react'
import { cancelPremium, extendPremium, openPremium, type OperatedPlan } from '#contract/operator/money/premium.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { hrefOf } from '../../base/address.ts'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ActionsTable } from '../../ui/actions-table.tsx'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IdLink } from '../../ui/id-link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rubles } from '../../ui/money-words.ts'
import { doneText } from '../../ui/value-words.ts'
import { Page as Frame, Section } from '../../ui/page.tsx'

const stateNames: Record<OperatedPlan['state'], string> = {
  active: 'действует и продлевается',
  cancelled: 'действует, продления нет',
  'past-due': 'списание не прошло, пробуем ещё',
  ended: 'закончился'
}

/** Premium of the person whose id is in the address. */
export const Page = ({ parameter }: { parameter: string | null }) =>
  parameter === null ? <AskForPerson /> : <PremiumOf key={parameter} id={parameter} />

function AskForPerson() {
  const [id, setId] = useState('')
  const open = (event: SubmitEvent) => {
    event.preventDefault()
    if (id.trim() !== '') window.location.hash = hrefOf('/premium', id.trim())
  }
  return (
    <Frame title="Premium" intro="Отменить продление или подарить дни. Id человека есть на его карточке.">
      <form onSubmit={open} className="flex max-w-text flex-col gap-4 sm:flex-row sm:items-end">
        <div className="grow">
          <TextField label="Id человека" value={id} onChange={({ target }) => setId(target.value)} />
        </div>
        <Button type="submit">Открыть</Button>
      </form>
    </Frame>
  )
}

function PremiumOf({ id }: { id: string }) {
  const query = useCall(openPremium, { id })
  return (
    <Frame title="Premium" intro={<IdLink to="/people" id={id} />}>
      <Loaded query={query}>
        {({ plan, actions }) => (
          <>
            {plan === null ? (
              <p className="text-small text-ink-soft">Premium у этого человека не было.</p>
            ) : (
              <Plan plan={plan} />
            )}
            <Section title="Что делали операторы">
              <ActionsTable lines={actions} />
            </Section>
          </>
        )}
      </Loaded>
    </Frame>
  )
}

function Plan({ plan }: { plan: OperatedPlan }) {
  const { may } = useOperator()
  const [asked, setAsked] = useState<'cancel' | 'extend' | null>(null)
  const [days, setDays] = useState('7')
  const close = () => setAsked(null)
  const { user_id: id } = plan
  return (
    <>
      <Facts
        facts={[
          ['Состояние', stateNames[plan.state]],
          ['Оплачено до', formatDateTime(plan.period_end)],
          ['Следующее списание', plan.renews_at === null ? null : formatDateTime(plan.renews_at)],
          ['Цена месяца', rubles(plan.price_kopecks)],
          ['Карта', plan.method],
          ['Отказ банка', plan.decline_reason]
        ]}
      />
      {may('payments.change') && plan.running && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setAsked('extend')}>
            Подарить дни
          </Button>
          {plan.state !== 'cancelled' && (
            <Button variant="secondary" onClick={() => setAsked('cancel')}>
              Отменить продление
            </Button>
          )}
        </div>
      )}
      <ChangeDialog
        open={asked === 'extend'}
        onClose={close}
        title="Подарить дни"
        description="Оплаченный срок сдвинется, и следующее списание вместе с ним. Деньги не берутся, поэтому цена дней входит в ваш дневной предел; сверх него нужен второй оператор."
        endpoint={extendPremium}
        input={(change) => ({ id, days: Number(days), ...change })}
        confirm="Подарить"
        done={({ change }) => doneText(change, 'Premium продлён')}
      >
        {(problems) => (
          <TextField
            label="Сколько дней"
            inputMode="numeric"
            value={days}
            error={problems.days}
            onChange={({ target }) => setDays(target.value)}
          />
        )}
      </ChangeDialog>
      <ChangeDialog
        open={asked === 'cancel'}
        onClose={close}
        title="Отменить продление"
        description="Карта больше не спишется. Оплаченный срок останется."
        endpoint={cancelPremium}
        input={(change) => ({ id, ...change })}
        confirm="Отменить продление"
        danger
        done="Продление отменено"
      />
    </>
  )
}
