import { useState } from 'react'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { jumpsIn } from '#contract/operator/shop/list-price.ts'
import {
  dropModel,
  type OperatorModel,
  type OperatorModelChange,
  setModel,
  takeModelOff
} from '#contract/operator/shop/models.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { CheckBox } from '../../../../src/base/ui/check-box.tsx'
import { hrefOf } from '../../base/address.ts'
import { minuteAfter, timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Table } from '../../ui/table.tsx'
import { StartField } from '../../ui/start-field.tsx'
import { changeText } from '../suppliers/offer-words.ts'
import { type Difference, differencesOf } from './differences.ts'
import type { Offered } from './offer.ts'
import { successorsOf } from './routes-field.tsx'

/** A little more than the server asks for, so that there is time to type the reason. */
const firstAheadMs = 5 * 60_000

const startsText = ({ change: { starts_at: at } }: { change: OperatorModelChange }) => `Начнётся ${formatDateTime(at)}`

const useStart = () => useState(() => minuteAfter(firstAheadMs))

interface SaveDialogProps {
  was: ModelDefinition | null
  definition: ModelDefinition
  names: ReadonlyMap<string, string>
  offered: Offered | undefined
  onClose: () => void
}

/** The list prices that jump: since the route had them, or in the supplier's list while the route is new. */
const jumpsOf = ({ was, definition, offered }: Pick<SaveDialogProps, 'was' | 'definition' | 'offered'>) =>
  jumpsIn(definition.routes, was?.routes ?? [], ({ supplier, model }) => {
    const isOffered = offered?.supplier === supplier && offered.offer.listed.model === model
    return isOffered ? (offered.offer.change?.was ?? null) : null
  })

/** What changes, from when and why. */
export function SaveDialog({ was, definition, names, offered, onClose }: SaveDialogProps) {
  const [startsAt, setStartsAt] = useStart()
  const [areChecked, setChecked] = useState(false)
  const jumps = jumpsOf({ was, definition, offered })
  const differences = differencesOf(was, definition, names)
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={setModel}
      title={was ? `Изменить: ${was.name}` : `Новая модель: ${definition.name}`}
      description="С назначенной минуты модель станет такой у всех сразу. До неё изменение можно отменить."
      confirm="Назначить"
      done={startsText}
      onDone={() => {
        window.location.hash = hrefOf('/models')
      }}
      input={(change) => ({
        definition,
        starts_at: timeOf(startsAt),
        prices_are_checked: areChecked,
        ...change
      })}
    >
      {(problems) => (
        <>
          {problems.definition !== undefined && <FormAlert tone="danger">{problems.definition}</FormAlert>}
          <Differences isNew={!was} differences={differences} />
          {(jumps.length > 0 || areChecked || problems.prices_are_checked !== undefined) && (
            <CheckBox
              label={[
                'Цена верна: сверено с прейскурантом поставщика.',
                ...jumps.map((jump) => `${jump.model}: ${changeText(jump)}.`)
              ].join(' ')}
              checked={areChecked}
              error={problems.prices_are_checked}
              onChange={({ target }) => setChecked(target.checked)}
            />
          )}
          <StartField value={startsAt} error={problems.starts_at} onChange={setStartsAt} />
        </>
      )}
    </ChangeDialog>
  )
}

const Differences = ({ isNew, differences }: { isNew: boolean; differences: readonly Difference[] }) => (
  <Table
    caption="Что изменится"
    rows={differences}
    keyOf={({ name }) => name}
    empty="Ничего не изменится"
    columns={[
      { title: 'Что', render: ({ name }) => name },
      ...(isNew
        ? []
        : [
            {
              title: 'Сейчас',
              render: (line: Difference) => <span className="block min-w-24 break-words">{line.was}</span>
            }
          ]),
      { title: 'Станет', render: ({ becomes }) => <span className="block min-w-24 break-words">{becomes}</span> }
    ]}
  />
)

interface ModelDialogProps {
  model: OperatorModel
  onClose: () => void
}

/** Takes a model off sale; its chats go on with the one that is named. */
export function OffDialog({ model, models, onClose }: ModelDialogProps & { models: readonly OperatorModel[] }) {
  const [startsAt, setStartsAt] = useStart()
  const { definition } = model
  const others = successorsOf(models, definition)
  const [successor, setSuccessor] = useState(others[0]?.definition.id ?? '')
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={takeModelOff}
      title={`Снять с продажи: ${definition.name}`}
      description="Её больше не предложат. В чатах, где она отвечала, ответит преемник по своей цене."
      confirm="Снять с продажи"
      danger
      done={startsText}
      input={(change) => ({
        model: definition.id,
        successor: successor === '' ? null : successor,
        starts_at: timeOf(startsAt),
        ...change
      })}
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
          <StartField value={startsAt} error={problems.starts_at} onChange={setStartsAt} />
        </>
      )}
    </ChangeDialog>
  )
}

/** As in the catalogue again, or gone. */
export function DropDialog({ model, onClose }: ModelDialogProps) {
  const [startsAt, setStartsAt] = useStart()
  const { definition, source } = model
  const isAdded = source === 'added'
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={dropModel}
      title={isAdded ? `Убрать: ${definition.name}` : `Вернуть к каталогу: ${definition.name}`}
      description={
        isAdded
          ? 'Модели не станет, и преемника у неё не будет. Если в чатах ею пользуются, лучше снять её с продажи и назвать преемника.'
          : 'Название, цена и маршруты снова станут такими, как в каталоге.'
      }
      confirm={isAdded ? 'Убрать' : 'Вернуть'}
      danger={isAdded}
      done={startsText}
      input={(change) => ({ model: definition.id, starts_at: timeOf(startsAt), ...change })}
    >
      {(problems) => <StartField value={startsAt} error={problems.starts_at} onChange={setStartsAt} />}
    </ChangeDialog>
  )
}
