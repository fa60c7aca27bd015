import { useState } from 'react'
import {
  decidePayment,
  refundMoney,
  type ReviewDecision,
  type ReviewedPayment
} from '#contract/operator/money/payments.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { kopecksTyped, rubles } from '../../ui/money-words.ts'
import { doneText } from '../../ui/value-words.ts'

/** Gives money back, whole or in part. */
export function RefundButton({ payment }: { payment: ReviewedPayment }) {
  const left = payment.amount_kopecks - payment.refunded_kopecks
  const [open, setOpen] = useState(false)
  const [amount, setAmount] = useState('')
  const begin = () => {
    setAmount(String(left / 100).replace('.', ','))
    setOpen(true)
  }
  return (
    <div>
      <Button variant="secondary" onClick={begin}>
        Вернуть деньги
      </Button>
      <ChangeDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Вернуть деньги"
        description={`Осталось ${rubles(left)}. Токены заберутся в той же доле; если они потрачены, появится долг. Человек получит чек возврата. Если аккаунт удалён, чек сделает сама ЮKassa: проверьте его с бухгалтером.`}
        endpoint={refundMoney}
        input={(change) => ({ id: payment.id, amount_kopecks: kopecksTyped(amount), ...change })}
        confirm="Вернуть деньги"
        danger
        done={({ done, notice }) =>
          notice ?? (done ? 'Деньги возвращены' : 'ЮKassa приняла возврат и скоро его сделает')
        }
      >
        {(problems) => (
          <TextField
            label="Сколько рублей"
            inputMode="decimal"
            value={amount}
            error={problems.amount_kopecks && 'Напишите сумму, например 250 или 250,50'}
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
      </ChangeDialog>
    </div>
  )
}

const notMadeYet = 'ЮKassa приняла возврат и ещё не сделала. Повторите позже'

const decisions = {
  credit: {
    title: 'Зачислить',
    description:
      'Человек получит то, что заказал: токены или месяц Premium. Суммой платежа станет то, что пришло. Что не оплачено, входит в ваш дневной предел.',
    danger: false
  },
  refund: {
    title: 'Вернуть деньги',
    description: 'ЮKassa вернёт всё, что пришло и ещё не возвращено. Человек получит письмо. Отменить это нельзя.',
    danger: true
  },
  dismiss: {
    title: 'Закрыть без действия',
    description:
      'Платёж закроется, ничего не начисляя и не возвращая: деньги тестовые, или с ними разобрались в другом месте.',
    danger: true
  }
} as const

/** A payment in review is ended once, in one of three ways. */
export function ReviewActions({ payment: { id, decision } }: { payment: ReviewedPayment }) {
  const [asked, setAsked] = useState<ReviewDecision | null>(null)
  // A decision that has begun may only be repeated.
  const possible = (Object.keys(decisions) as ReviewDecision[]).filter((one) => decision === null || one === decision)
  const { title, description, danger } = decisions[asked ?? 'credit']
  return (
    <div className="flex flex-wrap gap-2">
      {possible.map((one) => (
        <Button key={one} variant={one === 'credit' ? 'primary' : 'secondary'} onClick={() => setAsked(one)}>
          {decisions[one].title}
        </Button>
      ))}
      <ChangeDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={title}
        description={description}
        endpoint={decidePayment}
        input={(change) => ({ id, decision: asked ?? 'dismiss', ...change })}
        confirm={title}
        danger={danger}
        done={({ done, change }) =>
          change ? doneText(change, 'Решение выполнено') : done ? 'Решение выполнено' : notMadeYet
        }
      />
    </div>
  )
}
