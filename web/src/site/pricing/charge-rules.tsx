import { Check } from 'lucide-react'
import {
  answerChargeRules,
  emptyAnswerRule,
  jobChargeRules,
  readerLeftRule,
  type ChargeRule
} from '#contract/catalogue/charge-rules.ts'

const tables: { title: string; rules: readonly ChargeRule[] }[] = [
  { title: 'Ответ в чате', rules: [...Object.values(answerChargeRules), emptyAnswerRule, readerLeftRule] },
  { title: 'Изображение, правка, озвучка, видео', rules: Object.values(jobChargeRules) }
]

/** The table by which the server charges, in its own words. */
export const ChargeRules = () => (
  <div className="grid gap-6 xl:grid-cols-2">
    {tables.map(({ title, rules }) => (
      <section
        key={title}
        aria-label={title}
        className="rounded-card border border-line bg-raised p-5 shadow-raised sm:p-6"
      >
        <h3 className="text-title font-semibold">{title}</h3>
        <dl className="mt-3">
          {rules.map((rule) => (
            <Rule key={rule.situation} rule={rule} />
          ))}
        </dl>
      </section>
    ))}
  </div>
)

const Rule = ({ rule: { situation, cost, share } }: { rule: ChargeRule }) => (
  <div className="grid gap-x-6 gap-y-1 border-t border-line py-3 text-small sm:grid-cols-2">
    <dt className="text-ink-soft">{situation}</dt>
    <dd className="flex items-start gap-2 font-medium">
      {share === 'nothing' && <Check size={18} className="mt-px shrink-0 text-success" aria-hidden />}
      {cost}
    </dd>
  </div>
)
