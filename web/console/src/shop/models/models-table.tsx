import { tools } from '#contract/catalogue/menu.ts'
import type { OperatorModel, OperatorModelChange } from '#contract/operator/shop/models.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { hrefOf } from '../../base/address.ts'
import { type Column, RowButton, Table } from '../../ui/table.tsx'
import { type KnownSupplier, namesOf, RouteList } from './routes-field.tsx'

export type Asked = { what: 'off' | 'drop'; id: string } | { what: 'cancel'; change: OperatorModelChange }

const sources = { catalogue: null, changed: 'изменена', added: 'добавлена' } as const

const State = ({ model: { definition, answered_by: inPlace } }: { model: OperatorModel }) => {
  if (definition.isOnSale)
    return definition.routes.length > 0 ? (
      <Badge tone="success">на продаже</Badge>
    ) : (
      <Badge tone="danger">не подключена</Badge>
    )
  return (
    <>
      <Badge>снята</Badge>
      <span className="mt-1 block text-caption text-ink-soft">
        {inPlace === null ? 'преемника нет' : `отвечает ${inPlace}`}
      </span>
    </>
  )
}

const Name = ({ model: { definition, source }, isLink }: { model: OperatorModel; isLink: boolean }) => (
  <>
    {isLink ? (
      <a href={hrefOf('/models', definition.id)} className="underline">
        {definition.name}
      </a>
    ) : (
      <span>{definition.name}</span>
    )}
    <span className="block text-caption font-normal text-ink-faint">
      {[definition.id, sources[source]].filter(Boolean).join(' · ')}
    </span>
  </>
)

const columns: readonly Column<OperatorModel>[] = [
  {
    title: 'Где',
    render: ({ definition: { page, isOnPage } }) => (
      <>
        <span className="block whitespace-nowrap">{tools[page].title}</span>
        {!isOnPage && <span className="block text-caption text-ink-soft">только во «Все модели»</span>}
      </>
    )
  },
  {
    title: 'Цена',
    numeric: true,
    render: ({ price_tokens: tokens, definition: { priceTokens } }) => (
      <>
        <span>{formatTokens(tokens)}</span>
        {tokens !== priceTokens && (
          <span className="block text-caption text-ink-faint">{`у модели ${priceTokens}`}</span>
        )}
      </>
    )
  }
]

const Actions = ({ model, onAsk }: { model: OperatorModel; onAsk: (asked: Asked) => void }) => (
  <span className="flex flex-wrap justify-end gap-2">
    {model.definition.isOnSale && (
      <RowButton
        label={`Снять с продажи: ${model.definition.name}`}
        onClick={() => onAsk({ what: 'off', id: model.definition.id })}
      >
        Снять
      </RowButton>
    )}
    {model.source !== 'catalogue' && (
      <RowButton
        label={`${model.source === 'added' ? 'Убрать' : 'Вернуть к каталогу'}: ${model.definition.name}`}
        onClick={() => onAsk({ what: 'drop', id: model.definition.id })}
      >
        {model.source === 'added' ? 'Убрать' : 'К каталогу'}
      </RowButton>
    )}
  </span>
)

interface ModelsTableProps {
  models: readonly OperatorModel[]
  suppliers: readonly KnownSupplier[]
  /** Undefined: the role may only look. */
  onAsk: ((asked: Asked) => void) | undefined
}

/** All models as they are now, also those that are not on sale. */
export const ModelsTable = ({ models, suppliers, onAsk }: ModelsTableProps) => (
  <Table
    caption="Модели сейчас"
    rows={models}
    keyOf={({ definition: { id } }) => id}
    empty="Моделей нет"
    columns={[
      { title: 'Модель', render: (model) => <Name model={model} isLink={onAsk !== undefined} /> },
      ...columns,
      {
        title: 'Маршруты',
        render: ({ definition: { routes } }) => <RouteList routes={routes} names={namesOf(suppliers)} />
      },
      { title: 'Состояние', render: (model) => <State model={model} /> },
      {
        title: 'Действия',
        titleHidden: true,
        render: (model) => onAsk && <Actions model={model} onAsk={onAsk} />
      }
    ]}
  />
)
