import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import type { Subscription } from '#contract/subscription.ts'
import { errorText } from '../../base/http/error-text.ts'
import { subscriptionKey } from '../../base/http/query-keys.ts'
import { cancelPremium, detachCard, resumePremium, type Running } from './premium.ts'
import { subscriptionQuery } from '../payments.ts'
import { useServerNow } from '../../base/session/server-timer.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatMoscowDate } from '../../base/format/moscow-date.ts'
import { premiumPath } from '../../base/links.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'

/**
 * One change of the subscription with its dialog. Shows the subscription that the server returns; when the server returns none,
 * the change has to be paid for, and the purchase page opens.
 */
function useChange(makeChange: () => Promise<Subscription | null>, done: string, failed: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const change = useSingleMutation<void, Subscription | null>({
    mutationFn: makeChange,
    onSuccess: (subscription) => {
      if (subscription === null) return void navigate(premiumPath)
      queries.setQueryData(subscriptionQuery.queryKey, subscription)
      void queries.invalidateQueries({ queryKey: subscriptionKey })
      setOpen(false)
      notify.success(done)
    },
    onError: (error) => notify.error(errorText(error, failed))
  })
  return { open, setOpen, start: () => change.start(), isPending: change.isPending }
}

/** The actions for a Premium that runs. */
export function PremiumActions({ subscription }: { subscription: Running }) {
  const { state, paymentMethod } = subscription
  const willRenew = paymentMethod !== null && state !== 'cancelled'
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {state === 'past-due' && <Pay>Оплатить сейчас</Pay>}
      {state !== 'past-due' && paymentMethod === null && <Pay>Продлить на месяц</Pay>}
      {state === 'cancelled' && paymentMethod !== null && <Resume />}
      {willRenew && <Cancel subscription={subscription} />}
      {paymentMethod !== null && <Detach subscription={subscription} title={paymentMethod.title} />}
    </div>
  )
}

const Pay = ({ children }: { children: string }) => (
  <Link to={premiumPath} className={buttonClass({ variant: 'accent' })}>
    {children}
  </Link>
)

function Resume() {
  const resume = useChange(resumePremium, 'Premium снова продлевается', 'Не удалось возобновить Premium')
  return (
    <Button variant="accent" busy={resume.isPending} onClick={resume.start}>
      Возобновить
    </Button>
  )
}

/** When a Premium without renewal ends: at once while the next month is being charged, too. */
const until = ({ state, periodEnd }: Running, now: number): string =>
  state === 'past-due' || periodEnd <= now
    ? 'Premium отключится сразу'
    : `Premium будет работать до ${formatMoscowDate(periodEnd)}`

function Cancel({ subscription }: { subscription: Running }) {
  const cancel = useChange(cancelPremium, 'Premium отменён', 'Не удалось отменить Premium')
  return (
    <Confirmed
      {...cancel}
      opener="Отменить подписку"
      title="Отменить Premium?"
      text={`${until(subscription, useServerNow())}, больше ничего не спишется. Токены на балансе останутся.`}
      keep="Не отменять"
      confirm="Отменить Premium"
    />
  )
}

function Detach({ subscription, title }: { subscription: Running; title: string }) {
  const detach = useChange(detachCard, 'Карта отвязана', 'Не удалось отвязать карту')
  return (
    <Confirmed
      {...detach}
      opener="Отвязать карту"
      title="Отвязать карту?"
      text={`${title}: мы сразу её забудем и больше никогда с неё не спишем. ${until(subscription, useServerNow())} и сам не продлится.`}
      keep="Оставить карту"
      confirm="Отвязать"
    />
  )
}

interface ConfirmedProps {
  open: boolean
  setOpen: (open: boolean) => void
  start: () => void
  isPending: boolean
  opener: string
  title: string
  text: ReactNode
  keep: string
  confirm: string
}

/** A button that asks for confirmation in a dialog. */
const Confirmed = ({ open, setOpen, start, isPending, opener, title, text, keep, confirm }: ConfirmedProps) => (
  <>
    <Button variant="secondary" onClick={() => setOpen(true)}>
      {opener}
    </Button>
    <Dialog open={open} onOpenChange={setOpen} title={title} description={text}>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={() => setOpen(false)}>
          {keep}
        </Button>
        <Button variant="danger" busy={isPending} onClick={start}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  </>
)
