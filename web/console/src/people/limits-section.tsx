import type { PersonCard } from '#contract/operator/people/people.ts'
import { formatBytes } from '../../../src/base/format/bytes.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Facts } from '../ui/facts.tsx'
import { Section } from '../ui/page.tsx'
import { rateNames } from './words.ts'

const periods = { minute: 'в минуту', hour: 'в час' } as const

/** What a person may run into: places, storage, the day of Premium, and how often everybody may ask. */
export function LimitsSection({ limits }: Pick<PersonCard, 'limits'>) {
  const { rates, running, covered_tokens: covered, covered_tokens_max: coveredMax } = limits
  return (
    <Section title="Лимиты">
      <Facts
        facts={[
          ['Сейчас выполняется ответов', `${running.answers} из ${running.answers_max}`],
          ['Сейчас выполняется работ', `${running.jobs} из ${running.jobs_max}`],
          ['Занято места', `${formatBytes(limits.stored_bytes)} из ${formatBytes(limits.stored_bytes_max)}`],
          [
            'По Premium за сегодня',
            covered === null || coveredMax === null ? null : `${formatTokens(covered)} из ${formatTokens(coveredMax)}`
          ],
          [
            'Запросов, у всех',
            rates.map(({ what, max, per }) => `${rateNames[what]}: ${max} ${periods[per]}`).join(', ')
          ]
        ]}
      />
    </Section>
  )
}
