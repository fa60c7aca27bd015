import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { countedMax, openTraffic, type TrafficModel } from '#contract/operator/shop/traffic.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { useCall } from '../../base/use-call.ts'
import { firstRate, rateOf } from '../../prices/margin.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { usePeriod } from '../../ui/period-choice.tsx'
import { RateField } from '../../ui/rate-field.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { RoutesTable } from './routes-table.tsx'

const periods = [
  ['1', 'Сутки'],
  ['7', 'Неделя'],
  ['30', '30 дней']
] as const

const intro =
  'Кто на самом деле отвечает за модели, как скоро приходит первое слово и что это стоит. Расход — по прейскурантам маршрутов, доход — токены по средней цене проданных; и то и другое оценка.'

const callsOf = ({ routes }: TrafficModel) => routes.reduce((sum, { calls }) => sum + calls, 0)

/** What the routes of models do. */
export function Page() {
  const [days, period] = usePeriod(periods, '7')
  const [rate, setRate] = useState(firstRate)
  const [replayed, setReplayed] = useState<TrafficModel | null>(null)
  const query = useCall(openTraffic, { days })
  return (
    <Frame title="Маршруты" intro={intro} actions={period}>
      <RateField value={rate} onChange={setRate} />
      <Loaded query={query}>
        {({ models, is_whole: isWhole, kopecks_per_token: kopecksPerToken }) => {
          const rates = { kopecksPerToken, rublesPerDollar: rateOf(rate) }
          return (
            <>
              {kopecksPerToken === null && models.length > 0 && (
                <p className="text-small text-ink-soft">Токенов ещё не покупали, поэтому доход неизвестен.</p>
              )}
              {!isWhole && (
                <p className="text-small text-ink-soft">
                  {`Обращений было так много, что посчитаны только последние ${formatCount(countedMax)} в каждой базе.`}
                </p>
              )}
              {models.length === 0 && (
                <p className="rounded-card bg-sunken px-4 py-6 text-small text-ink-soft">
                  За это время моделей никто ничего не спрашивал. Маршруты появятся здесь после первого ответа.
                </p>
              )}
              {models.map((model) => (
                <Section
                  key={model.model}
                  title={model.name}
                  intro={counted(callsOf(model), ['обращение', 'обращения', 'обращений'])}
                  actions={
                    <Button
                      size="small"
                      variant="secondary"
                      aria-label={`Проиграть неделю: ${model.name}`}
                      onClick={() => setReplayed(model)}
                    >
                      Проиграть неделю
                    </Button>
                  }
                >
                  <RoutesTable model={model} rates={rates} />
                </Section>
              ))}
              {replayed && <ReplayDialog model={replayed} rates={rates} onClose={() => setReplayed(null)} />}
            </>
          )
        }}
      </Loaded>
    </Frame>
  )
}
