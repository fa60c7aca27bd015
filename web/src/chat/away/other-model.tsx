import { ArrowRight } from 'lucide-react'
import { answerPrice, type AnswerExtras, offeredOf } from '#contract/catalogue/answer-extras.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { canPay, mayUse } from '#contract/catalogue/plans.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useModels } from '../../base/session/models.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { useIsAway } from '../../media/service-status.ts'
import { useExtras } from '../draft/draft.ts'
import { nearestModel } from './nearest-model.ts'

interface OtherModelProps {
  /** The id of the model that is away. */
  away: string
  /** What the files of the question add to the price. */
  surchargeTokens: number
  /** What the button does; the name of the model follows. */
  verb: 'Спросить' | 'Выбрать'
  /** @param priceTokens of the answer, without the files */
  onPick: (model: ShownModel, priceTokens: number) => void
}

/** Offers another model, with its price, in place of one that is away. Nothing where the user can ask no other. */
export function OtherModel({ away, surchargeTokens, verb, onPick }: OtherModelProps) {
  const models = useModels()
  const { user } = useSession()
  const { costOf } = useCost()
  const isAway = useIsAway()
  const extras = useExtras()
  const priceOf = (model: ShownModel, on: AnswerExtras = extras) => answerPrice(model, offeredOf(model, on))
  const model = models.find(({ id }) => id === away)
  const mayAsk = (other: ShownModel): boolean =>
    user !== null &&
    mayUse(user.plan, other.basic) &&
    canPay(user, priceOf(other) + surchargeTokens) &&
    !isAway(other.service, other.id)
  const nearest = model && nearestModel(models, model, mayAsk)
  if (!nearest) return null
  return (
    <Button
      size="small"
      variant="secondary"
      icon={<ArrowRight size={15} aria-hidden />}
      onClick={() => onPick(nearest, priceOf(nearest))}
    >
      {`${verb} ${nearest.name} · ${formatTokens(costOf(priceOf(nearest) + surchargeTokens))}`}
    </Button>
  )
}
