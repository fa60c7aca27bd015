import { Check } from 'lucide-react'
import { planOf } from '#contract/catalogue/plans.ts'
import { formatRubles } from '../../base/format/money.ts'

/** Stands in the place of the packages when it is Premium that is bought. */
export function PremiumOrder() {
  const { title, priceRub, features } = planOf('premium')
  return (
    <section
      aria-labelledby="premium-order"
      className="rounded-card border border-ink bg-raised p-5 shadow-raised sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="premium-order" className="text-title font-semibold">
          {title}
        </h2>
        <p className="text-ink-soft">
          <span className="font-semibold text-ink">{formatRubles(priceRub)}</span> в месяц
        </p>
      </div>
      <ul className="mt-4 flex flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-2.5 text-small">
            <Check size={17} className="shrink-0 text-success" aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  )
}
