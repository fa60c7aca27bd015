// Takes a model off sale, or takes back what operators have made of it.
import { useState } from 'react'
import type { z } from 'zod'
import { type ComingModelChange, dropModel, type listModels, takeModelOff } from '#contract/operator/shop/models.ts'
import { firstAheadMs, minuteAfter, timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { PlannedStart, startsText } from '../../ui/planned-start.tsx'
import { knownModel, plannedText, readPlaceIn } from './known-model.ts'
import { namesOf, successorsOf } from './routes-field.tsx'

type Shop = z.infer<typeof listModels.output>

interface ModelDialogProps {
  id: string
  shop: Shop
  onClose: () => void
}

/** From when, and what else is planned for the model. */
function useStart({ id, shop }: Pick<ModelDialogProps, 'id' | 'shop'>) {
  const [startsAt, setStartsAt] = useState(() => minuteAfter(firstAheadMs))
  const known = knownModel(shop, id)
  const names = namesOf(shop.suppliers)
  return {
    known,
    sent: { model: id, starts_at: timeOf(startsAt), ...readPlaceIn(known, timeOf(startsAt)) },
    start: {
      coming: known.coming,
      textOf: (change: ComingModelChange) => plannedText(known, change, names),
      value: startsAt,
      onChange: setStartsAt
    }
  }
}

/** Takes a model off sale; its chats go on with the one that is named. */
export function OffDialog({ id, shop, onClose }: ModelDialogProps) {
  const { known, sent, start } = useStart({ id, shop })
  const definition = known.now?.definition
  const others = definition ? successorsOf(shop.models, definition) : []
  const [successor, setSuccessor] = useState(others[0]?.definition.id ?? '')
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={takeModelOff}
      title={`Снять с продажи: ${definition?.name ?? id}`}
      description="Её больше не предложат. В чатах, где она отвечала, ответит преемник по своей цене."
      confirm="Снять с продажи"
      danger
      done={startsText}
      input={(change) => ({ ...sent, successor: successor === '' ? null : successor, ...change })}
    >
      {(problems) => (
        <>
          <ChoiceField
            label="Преемник"
            value={successor}
            choices={[
              ...others.map((one) => [one.definition.id, one.definition.name] as const),
              ['', 'Никто: ответит первая модель страницы']
            ]}
            error={problems.successor}
            onChange={setSuccessor}
          />
          <PlannedStart {...start} error={problems.starts_at} />
        </>
      )}
    </ChangeDialog>
  )
}

/** As in the catalogue again, or gone. */
export function DropDialog({ id, shop, onClose }: ModelDialogProps) {
  const { known, sent, start } = useStart({ id, shop })
  const name = known.now?.definition.name ?? id
  const isAdded = known.now?.source === 'added'
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={dropModel}
      title={isAdded ? `Убрать: ${name}` : `Вернуть к каталогу: ${name}`}
      description={
        isAdded
          ? 'Модели не станет, и преемника у неё не будет. Если в чатах ею пользуются, лучше снять её с продажи и назвать преемника.'
          : 'Название, цена и маршруты снова станут такими, как в каталоге.'
      }
      confirm={isAdded ? 'Убрать' : 'Вернуть'}
      danger={isAdded}
      done={startsText}
      input={(change) => ({ ...sent, ...change })}
    >
      {(problems) => <PlannedStart {...start} error={problems.starts_at} />}
    </ChangeDialog>
  )
}
