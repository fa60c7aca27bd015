import { useState } from 'react'
import { refundMoney } from '#contract/operator/money/payments.ts'
import type { ReviewedPayment } from '#contract/operator/money/payments.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { kopecksTyped, rubles } from '../../ui/money-words.ts'

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
        description={`Осталось ${rubles(left)}. Токены заберутся в той же доле; если они потрачены, появится долг. Человек получит чек возврата.`}
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
