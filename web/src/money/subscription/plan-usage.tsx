import { useQuery } from '@tanstack/react-query'
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { subscriptionUsageQuery } from '../premium.ts'
import { formatDate } from '../../base/format/dates.ts'
import { formatCount, formatTokens, formatTokensGenitive } from '../../base/format/tokens.ts'
import { formatRequests } from '../../base/format/requests.ts'
import { SumLines } from '../../base/ui/sum-lines.tsx'

const shownServices = 4

const titleOf = (service: string): string => {
  const path = pathOfService(service)
  return path ? tools[path].title : service
}

/** What was asked for in the paid period, and what it would have cost. Says nothing while it is not known. */
export function PlanUsage() {
  const { data } = useQuery(subscriptionUsageQuery)
  if (!data) return null
  const { periodStart, requests, priceTokens, byService, fairUse } = data
  const services = byService.toSorted((one, other) => other.requests - one.requests).slice(0, shownServices)
  return (
    <section aria-label="За этот период" className="mt-5 border-t border-line pt-5">
      <p className="text-small">
        С {formatDate(periodStart)}: {formatRequests(requests)}
        {requests > 0 && `, без Premium — ${formatTokens(priceTokens)}`}
      </p>
      {services.length > 0 && (
        <SumLines
          className="mt-3"
          lines={services.map((one) => ({ name: titleOf(one.service), value: formatCount(one.requests) }))}
        />
      )}
      {fairUse && (
        <p className="mt-3 text-caption text-ink-soft">
          Честное использование сегодня: {formatCount(fairUse.usedTokens)} из{' '}
          {formatTokensGenitive(fairUse.limitTokens)}
        </p>
      )}
    </section>
  )
}
