import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { planOf } from '#contract/catalogue/plans.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { counted } from '#contract/counted.ts'
import { useServerNow } from '../../base/session/server-timer.ts'
import { useSession } from '../../base/session/session.tsx'
import { premiumBadges, premiumLines, type Running, runsNow, subscriptionUsageQuery } from './premium.ts'
import { subscriptionQuery } from '../payments.ts'
import { fairUseFeature } from '../../base/format/gift.tsx'
import { formatRubles } from '../../base/format/money.ts'
import { paths } from '../../base/paths.ts'
import { premiumPath } from '../../base/links.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { PremiumActions } from './premium-actions.tsx'
import { formatMoscowDate } from '../../base/format/moscow-date.ts'
import { formatCount, formatTokens, formatTokensGenitive } from '../../base/format/tokens.ts'
import { SumLines } from '../../base/ui/sum-lines.tsx'

/** The plan of the user: its features, the next charge and the actions. */
export function PlanCard() {
  const { data, isPending, isError, refetch } = useQuery(subscriptionQuery)
  return (
    <section aria-labelledby="plan-title" className="rounded-card border border-line bg-raised p-6 shadow-raised">
      <p className="text-small text-ink-soft">Ваш план</p>
      {isPending && <PlanSkeleton />}
      {data && (runsNow(data) ? <Premium subscription={data} /> : <WithoutPremium />)}
      {isError && <LoadFailure what="данные о подписке" onRetry={() => void refetch()} />}
    </section>
  )
}

const Premium = ({ subscription }: { subscription: Running }) => {
  const badge = premiumBadges[subscription.state]
  const { title, features } = planOf('premium')
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="plan-title" className="text-title font-semibold">
          {title}
        </h2>
        <Badge tone={badge.tone}>{badge.text}</Badge>
      </div>
      <p className="mt-2 text-small text-ink-soft">{[...features, fairUseFeature].join(' · ')}</p>
      <div className="mt-4 flex flex-col gap-2 text-small">
        {premiumLines(subscription, useServerNow()).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <PlanUsage />
      <PremiumActions subscription={subscription} />
    </>
  )
}

const planTexts: Record<'free' | 'paid', { title: string; text: string }> = {
  free: {
    title: planOf('free').title,
    text: 'Доступны базовые модели. Остальные откроются после первой покупки токенов.'
  },
  paid: { title: 'С токенами', text: 'Доступны все модели. Токены не сгорают.' }
}

function WithoutPremium() {
  const { user } = useSession()
  const { title, text } = planTexts[user === null || user.plan === 'free' ? 'free' : 'paid']
  const premium = planOf('premium')
  return (
    <>
      <h2 id="plan-title" className="mt-1 text-title font-semibold">
        {title}
      </h2>
      <p className="mt-3 text-small text-ink-soft">{text}</p>
      <div className="mt-6 border-t border-line pt-5">
        <p className="text-small">
          <span className="font-semibold">{premium.title}</span>{' '}
          <span>{`— ${formatRubles(premium.priceRub)} в месяц, запросы без списания токенов.`}</span>
        </p>
        <p className="mt-1 text-small text-ink-soft">{[...premium.features, fairUseFeature].join(' · ')}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Link to={premiumPath} className={buttonClass({ variant: 'accent' })}>
            Подключить Premium
          </Link>
          <Link to={paths.pricing} className={buttonClass({ variant: 'ghost' })}>
            Подробнее
          </Link>
        </div>
      </div>
    </>
  )
}

const PlanSkeleton = () => (
  <output aria-label="Загрузка плана" className="block">
    <Skeleton className="mt-2 h-7 w-40" />
    <Skeleton className="mt-4 h-4 w-full" />
    <Skeleton className="mt-2 h-4 w-2/3" />
    <Skeleton className="mt-6 h-11 w-48" />
  </output>
)

const shownServices = 4

const titleOf = (service: string): string => {
  const path = pathOfService(service)
  return path ? tools[path].title : service
}

/** The requests of the paid period and what they would have cost in tokens. Empty until loaded. */
function PlanUsage() {
  const { data } = useQuery(subscriptionUsageQuery)
  if (!data) return null
  const { periodStart, requests, priceTokens, byService, fairUse } = data
  const services = byService.toSorted((one, other) => other.requests - one.requests).slice(0, shownServices)
  return (
    <section aria-label="За этот период" className="mt-5 border-t border-line pt-5">
      <p className="text-small">
        {`С ${formatMoscowDate(periodStart)}: ${counted(requests, ['запрос', 'запроса', 'запросов'])}${requests > 0 ? `, без Premium — ${formatTokens(priceTokens)}` : ''}`}
      </p>
      {services.length > 0 && (
        <SumLines
          className="mt-3"
          lines={services.map((one) => ({ name: titleOf(one.service), value: formatCount(one.requests) }))}
        />
      )}
      {fairUse && (
        <p className="mt-3 text-caption text-ink-soft">
          {`Честное использование сегодня: ${formatCount(fairUse.usedTokens)} из ${formatTokensGenitive(fairUse.limitTokens)}`}
        </p>
      )}
    </section>
  )
}
