import { useState } from 'react'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { jumpsIn } from '#contract/operator/shop/list-price.ts'
import { setModel } from '#contract/operator/shop/models.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { CheckBox } from '../../../../src/base/ui/check-box.tsx'
import { hrefOf } from '../../base/address.ts'
import { timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { beforeTitle, PlannedStart, startsText } from '../../ui/planned-start.tsx'
import { jumpOfModel } from '../suppliers/offer-words.ts'
import { type Difference, differencesOf } from './differences.ts'
import { definitionAt, type KnownModel, plannedText, readPlaceIn } from './known-model.ts'
import type { Offered } from './offer.ts'

interface SaveDialogProps {
  model: KnownModel
  definition: ModelDefinition
  names: ReadonlyMap<string, string>
  offered: Offered | undefined
  /** As the field has it. */
  startsAt: string
  onStart: (startsAt: string) => void
  onClose: () => void
}

interface Compared extends Pick<SaveDialogProps, 'definition' | 'offered'> {
  /** Null: there is no such model just before the start. */
  was: ModelDefinition | null
}

/** The list prices that jump: since the route had them, or in the supplier's list while the route is new. */
const jumpsOf = ({ was, definition, offered }: Compared) =>
  jumpsIn(definition.routes, was?.routes ?? [], ({ supplier, model }) => {
    const isOffered = offered?.supplier === supplier && offered.offer.listed.model === model
    return isOffered ? (offered.offer.change?.was ?? null) : null
  })

/** What changes, from when and why. */
export function SaveDialog({ model, definition, names, offered, startsAt, onStart, onClose }: SaveDialogProps) {
  const was = definitionAt(model, timeOf(startsAt))
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
        ...readPlaceIn(model, timeOf(startsAt)),
        prices_are_checked: areChecked,
        ...change
      })}
    >
      {(problems) => (
        <>
          {problems.definition !== undefined && <FormAlert tone="danger">{problems.definition}</FormAlert>}
          <Differences before={was ? beforeTitle(model.coming, timeOf(startsAt)) : null} differences={differences} />
          {(jumps.length > 0 || areChecked || problems.prices_are_checked !== undefined) && (
            <CheckBox
              label={[
                'Цена верна: сверено с прейскурантом поставщика.',
                ...jumps.map((jump) => `${jumpOfModel(jump)}.`)
              ].join(' ')}
              checked={areChecked}
              error={problems.prices_are_checked}
              onChange={({ target }) => setChecked(target.checked)}
            />
          )}
          <PlannedStart
            coming={model.coming}
            textOf={(change) => plannedText(model, change, names)}
            value={startsAt}
            error={problems.starts_at}
            onChange={onStart}
          />
        </>
      )}
    </ChangeDialog>
  )
}

interface DifferencesProps {
  /** The title of what stands before the change; null: the model is new. */
  before: string | null
  differences: readonly Difference[]
}

const Differences = ({ before, differences }: DifferencesProps) => (
  <Table
    caption="Что изменится"
    rows={differences}
    keyOf={({ name }) => name}
    empty="Ничего не изменится"
    columns={[
      { title: 'Что', render: ({ name }) => name },
      ...(before === null
        ? []
        : [
            {
              title: before,
              render: (line: Difference) => <span className="block min-w-24 break-words">{line.was}</span>
            }
          ]),
      { title: 'Станет', render: ({ becomes }) => <span className="block min-w-24 break-words">{becomes}</span> }
    ]}
  />
)
