import { routesMax } from '#contract/operator/shop/bounds.ts'
import type { RouteDefinition } from '#contract/operator/shop/definition.ts'
import type { OperatorModel } from '#contract/operator/shop/models.ts'
import { CheckBox } from '../../../../src/base/ui/check-box.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { OrderButtons, OrderedFields, type OrderedProps } from '../../ui/order.tsx'
import { type DraftProblems, newRoute, type RouteDraft } from './draft.ts'

export interface KnownSupplier {
  id: string
  name: string
  is_on: boolean
}

const efforts: readonly (readonly [RouteDraft['effort'], string])[] = [
  ['', 'Не указывать'],
  ['low', 'Малое'],
  ['medium', 'Среднее'],
  ['high', 'Большое']
]

/** By the names of the draft, with those of the definition, under which a problem is told. */
const rates = [
  ['input', 'inputMicros', 'Вход'],
  ['output', 'outputMicros', 'Выход'],
  ['cachedInput', 'cachedInputMicros', 'Вход из кэша'],
  ['cacheWrite', 'cacheWriteMicros', 'Запись в кэш']
] as const

interface RatesProps {
  route: RouteDraft
  set: (more: Partial<RouteDraft>) => void
  problemOf: (path: string) => string | undefined
}

/** What the supplier takes, by its price list. */
const Rates = ({ route, set, problemOf }: RatesProps) => (
  <div>
    <p className="text-small font-medium">Прейскурант, $: за миллион токенов и за 1000 поисков</p>
    <div className="mt-2 grid grid-cols-2 gap-3 lg:grid-cols-5">
      {rates.map(([name, path, text]) => (
        <TextField
          key={name}
          label={text}
          inputMode="decimal"
          autoComplete="off"
          placeholder={name === 'input' || name === 'output' ? '' : 'как вход'}
          value={route[name]}
          error={problemOf(`listPrice.${path}`)}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      ))}
      <TextField
        label="Поиски"
        inputMode="decimal"
        autoComplete="off"
        value={route.search}
        error={problemOf('listPrice.searchMicros')}
        onChange={({ target }) => set({ search: target.value })}
      />
    </div>
  </div>
)

interface RouteProps extends OrderedProps<RouteDraft> {
  suppliers: readonly KnownSupplier[]
  problemOf: (path: string) => string | undefined
}

function Route({ item: route, place, count, suppliers, problemOf, onChange, onMove, onRemove }: RouteProps) {
  const set = (more: Partial<RouteDraft>) => onChange({ ...route, ...more })
  const label = `Маршрут ${place + 1}`
  return (
    <li className="rounded-card border border-line bg-raised p-4">
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">{label}</legend>
        <div className="flex items-center gap-1">
          <p aria-hidden className="mr-auto font-medium">
            {place === 0 ? `${label} · отвечает первым` : label}
          </p>
          <OrderButtons {...{ label, place, count, onMove, onRemove }} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label="Поставщик"
            value={route.supplier}
            choices={suppliers.map(({ id, name, is_on: isOn }) => [id, isOn ? name : `${name} (выключен)`] as const)}
            error={problemOf('supplier')}
            onChange={(supplier) => set({ supplier })}
          />
          <TextField
            label="Модель у поставщика"
            autoComplete="off"
            maxLength={100}
            value={route.model}
            error={problemOf('model')}
            onChange={({ target }) => set({ model: target.value })}
          />
          <ChoiceField
            label="Усилие размышлений"
            value={route.effort}
            choices={efforts}
            onChange={(effort) => set({ effort })}
          />
          <TextField
            label="Ждать первого слова, секунд"
            inputMode="numeric"
            autoComplete="off"
            value={route.firstWordSeconds}
            error={problemOf('firstWordMs')}
            onChange={({ target }) => set({ firstWordSeconds: target.value })}
          />
        </div>
        <CheckBox
          label="Умеет показывать размышления"
          checked={route.showsThinking}
          onChange={({ target }) => set({ showsThinking: target.checked })}
        />
        <Rates {...{ route, set, problemOf }} />
      </fieldset>
    </li>
  )
}

interface RoutesFieldProps {
  routes: readonly RouteDraft[]
  suppliers: readonly KnownSupplier[]
  problems: DraftProblems
  onChange: (routes: RouteDraft[]) => void
}

/** Whom to ask, in order: the next one answers when the one before it has not said a word. */
export function RoutesField({ routes, suppliers, problems, onChange }: RoutesFieldProps) {
  const first = suppliers[0]
  return (
    <div className="flex flex-col gap-3">
      {problems['routes'] !== undefined && (
        <p role="alert" data-invalid tabIndex={-1} className="text-caption text-danger">
          {problems['routes']}
        </p>
      )}
      <OrderedFields
        items={routes}
        max={routesMax}
        addText="Добавить маршрут"
        onNew={first ? () => newRoute(first.id) : null}
        onChange={onChange}
      >
        {(props) => (
          <Route
            key={props.item.key}
            {...props}
            suppliers={suppliers}
            problemOf={(path) => problems[`routes.${props.place}.${path}`]}
          />
        )}
      </OrderedFields>
    </div>
  )
}

/** In the order in which they are tried, with the names of the suppliers. */
export const RouteList = ({
  routes,
  names
}: {
  routes: readonly RouteDefinition[]
  names: ReadonlyMap<string, string>
}) =>
  routes.length === 0 ? (
    <span className="text-ink-soft">не подключена</span>
  ) : (
    <ol className="flex min-w-44 flex-col gap-0.5">
      {routes.map(({ supplier, model, effort }, index) => (
        <li key={`${supplier} ${model} ${effort ?? ''}`}>
          <span className="text-ink-faint">{`${index + 1}. `}</span>
          <span>{`${names.get(supplier) ?? supplier} · ${model}`}</span>
        </li>
      ))}
    </ol>
  )

export const namesOf = (suppliers: readonly KnownSupplier[]): ReadonlyMap<string, string> =>
  new Map(suppliers.map(({ id, name }) => [id, name]))

/** Those that could answer in its place: of the same service, on sale. */
export const successorsOf = (models: readonly OperatorModel[], { id, service }: { id: string; service: string }) =>
  models.filter(({ definition: one }) => one.service === service && one.id !== id && one.isOnSale)
