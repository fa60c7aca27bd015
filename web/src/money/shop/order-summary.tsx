import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { bareCode, redeemPromo, typedCodeLengthMax } from '#contract/promo.ts'
import { useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { fairUseWords } from '../../base/format/gift.tsx'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { walletKey } from '../../base/http/query-keys.ts'
import { paths } from '../../base/paths.ts'
import { call } from '../../base/session/client.ts'
import { setBalance } from '../../base/session/session-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'
import { type Order, packageName, priceOfOrder } from './choice.ts'

interface OrderSummaryProps {
  order: Order | null
  /** Spendable tokens now. */
  tokens: number
  /** Tokens that the user owes after a refund; a purchase repays them first. */
  debtTokens: number
}

export const OrderSummary = ({ order, tokens, debtTokens }: OrderSummaryProps) => (
  <section
    aria-labelledby="order-summary"
    className="flex flex-col rounded-card border border-line bg-raised p-5 shadow-raised sm:p-6"
  >
    <h2 id="order-summary" className="text-title font-semibold">
      Ваш заказ
    </h2>
    {order ? (
      <Rows order={order} tokens={tokens} debtTokens={debtTokens} />
    ) : (
      <p className="mt-3 text-ink-soft">Выберите пакет или введите количество.</p>
    )}
    <Terms order={order} />
  </section>
)

interface BuyBarProps {
  order: Order | null
  busy: boolean
  onBuy: () => void
}

/** The pay button. On small screens it stays visible while the user scrolls through the packages. */
export const BuyBar = ({ order, busy, onBuy }: BuyBarProps) => (
  <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:sm:-mx-8 max-lg:sm:px-8">
    <Button size="large" className="w-full" disabled={!order} busy={busy} onClick={onBuy}>
      {order ? `Оплатить ${formatRubles(priceOfOrder(order))}` : 'Оплатить'}
    </Button>
  </div>
)

function Rows({ order, tokens, debtTokens }: OrderSummaryProps & { order: Order }) {
  return (
    <dl aria-live="polite" className="mt-3 flex flex-col gap-2 text-small">
      {order.kind === 'premium' ? (
        <Row term={packageName(premiumPackageId)} value={formatRubles(order.amountRub)} />
      ) : (
        <>
          <Row term="Токены" value={formatTokens(order.offer.tokens)} />
          {order.offer.bonusTokens > 0 && <Row term="В подарок" value={`+${formatTokens(order.offer.bonusTokens)}`} />}
          {debtTokens > 0 && <Row term="Долг" value={`−${formatTokens(debtTokens)}`} />}
          <Row
            term="Баланс после оплаты"
            value={formatTokens(Math.max(0, tokens + order.offer.totalTokens - debtTokens))}
          />
        </>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="text-body font-medium">К оплате</dt>
        <dd className="text-title font-semibold tabular-nums">{formatRubles(priceOfOrder(order))}</dd>
      </div>
    </dl>
  )
}

const Row = ({ term, value }: { term: string; value: string }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-ink-soft">{term}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)

const linkClass = 'underline decoration-line-strong underline-offset-2 hover:text-ink'

const Terms = ({ order }: { order: Order | null }) => (
  <p className="mt-4 text-caption text-ink-faint">
    <span>{`${order?.kind === 'premium' ? `Карта сохранится, и ${formatRubles(order.amountRub)} будут списываться раз в месяц, пока вы не отмените подписку на её странице. За три дня до списания придёт письмо. Честное использование — ${fairUseWords} по ценам запросов: дальше запросы откроются в полночь по Москве, токены вместо них не списываются. ` : ''}Оплачивая, вы принимаете`}</span>{' '}
    <Link to={paths.userAgreement} className={linkClass}>
      условия оферты
    </Link>
    . Чек придёт на вашу почту.
  </p>
)

/** The form for a promo code. */
export function PromoForm() {
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const { problems, edits, reportRefusal, form } = useProblems<'code'>()
  const redeeming = useSingleMutation({
    mutationFn: (typed: string) => call(redeemPromo, { code: typed }),
    onSuccess: ({ tokens, balance }) => {
      setBalance(balance)
      void queries.invalidateQueries({ queryKey: walletKey })
      setCode('')
      notify.success(`Начислено по промокоду: ${formatTokens(tokens)}`)
    },
    onError: (error) => reportRefusal({ code: errorText(error) })
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const bare = bareCode(code)
    if (reportRefusal(bare === '' ? { code: 'Введите промокод' } : {})) redeeming.start(bare)
  }
  return (
    <form ref={form} noValidate aria-label="Промокод" onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 grow basis-56">
        <TextField
          label="Промокод"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={typedCodeLengthMax}
          readOnly={redeeming.isPending}
          value={code}
          error={problems.code}
          onChange={({ target }) => edits('code', setCode)(target.value)}
        />
      </div>
      <Button type="submit" variant="secondary" busy={redeeming.isPending} className="mt-7">
        Применить
      </Button>
    </form>
  )
}
