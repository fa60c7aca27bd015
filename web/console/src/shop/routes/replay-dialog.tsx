import { useState, type SubmitEvent } from 'react'
import type { z } from 'zod'
import { listModels } from '#contract/operator/shop/models.ts'
import { replayTraffic, type TrafficModel } from '#contract/operator/shop/traffic.ts'
import { FormAlert, useProblems } from '../../../../src/base/form/problems.tsx'
import { errorText } from '../../../../src/base/http/error-text.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { Dialog } from '../../../../src/base/ui/dialog.tsx'
import { Skeleton } from '../../../../src/base/ui/skeleton.tsx'
import { useCall } from '../../base/use-call.ts'
import type { Rates } from '../../prices/margin.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { nothingTyped, PriceFields, pricesOf, problemsOf, type Typed } from './price-fields.tsx'
import { Result } from './replay-result.tsx'

const days = 7

/** Of the models in force, those of the model itself first. */
interface Candidate {
  model: string
  supplier: string
  upstream: string
  text: string
}

type Asked = z.input<typeof replayTraffic.input>

/** A price that no route in force has. */
const own = 'own'

interface ReplayDialogProps {
  model: TrafficModel
  rates: Rates
  onClose: () => void
}

/** What the last week of a model would have cost by another list price. Nothing is changed. */
export function ReplayDialog({ model, rates, onClose }: ReplayDialogProps) {
  const query = useCall(listModels, {})
  return (
    <Dialog
      open
      onOpenChange={(opened) => !opened && onClose()}
      title={`Проиграть неделю: ${model.name}`}
      description="Сколько стоили бы ответы последних семи дней на другом маршруте: токены те же, прейскурант другой."
      staysOnOutsideClick
    >
      <div className="mt-5">
        <Loaded query={query}>
          {({ models, suppliers }) => {
            const names = new Map(suppliers.map(({ id, name }) => [id, name]))
            const candidates = models
              .toSorted(
                (one, other) => Number(other.definition.id === model.model) - Number(one.definition.id === model.model)
              )
              .flatMap(({ definition: { id, name, routes } }) =>
                routes.map(({ supplier, model: upstream }): Candidate => ({
                  model: id,
                  supplier,
                  upstream,
                  text: `${names.get(supplier) ?? supplier} · ${upstream} (${name})`
                }))
              )
            return <ReplayForm model={model.model} {...{ candidates, rates, onClose }} />
          }}
        </Loaded>
      </div>
    </Dialog>
  )
}

interface ReplayFormProps {
  model: string
  candidates: readonly Candidate[]
  rates: Rates
  onClose: () => void
}

function ReplayForm({ model, candidates, rates, onClose }: ReplayFormProps) {
  // The first of these is the one that mostly answers.
  const [choice, setChoice] = useState(candidates.length > 1 ? '1' : own)
  const [typed, setTyped] = useState(nothingTyped)
  const { problems, setProblems, report, form } = useProblems<keyof Typed>()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data, error, isFetching } = useCall(replayTraffic, asked ?? { model, days }, {
    enabled: asked !== null,
    isCounted: true
  })
  const change = (apply: () => void) => {
    apply()
    setProblems({})
    setAsked(null)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const candidate = candidates[Number(choice)]
    if (candidate) {
      const { model: ofModel, supplier, upstream } = candidate
      setAsked({ model, days, of_model: ofModel, supplier, upstream_model: upstream })
      return
    }
    if (report(event.currentTarget, problemsOf(typed))) setAsked({ model, days, ...pricesOf(typed) })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ChoiceField
        label="Другой маршрут"
        data-first-focus
        value={choice}
        choices={[...candidates.map(({ text }, index) => [String(index), text] as const), [own, 'Своя цена'] as const]}
        onChange={(chosen) => change(() => setChoice(chosen))}
      />
      {choice === own && <PriceFields {...{ typed, problems }} onChange={(next) => change(() => setTyped(next))} />}
      {/* As high as a result, so that the button stays where it is. */}
      <div aria-live="polite" className="min-h-36">
        {asked && error && <FormAlert tone="danger">{errorText(error)}</FormAlert>}
        {asked && !error && (data ? <Result replay={data} rates={rates} /> : <Skeleton className="h-28 w-full" />)}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Закрыть
        </Button>
        <Button type="submit" busy={isFetching}>
          Посчитать
        </Button>
      </div>
    </form>
  )
}
