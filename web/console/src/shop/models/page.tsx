import { useState } from 'react'
import { Plus } from 'lucide-react'
import { tools } from '#contract/catalogue/menu.ts'
import { listModels, type OperatorModel, type OperatorModelChange } from '#contract/operator/shop/models.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { buttonClass } from '../../../../src/base/ui/button.tsx'
import { hrefOf } from '../../base/address.ts'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { RowButton, Table } from '../../ui/table.tsx'
import { ComingTable, HistoryTable } from './changes-table.tsx'
import { Editor } from './editor.tsx'
import { type KnownSupplier, namesOf, RouteList } from './routes-field.tsx'
import { CancelDialog, DropDialog, OffDialog } from './save-dialog.tsx'

/** After `#/models/`: the id of a model, or this for one that is made. No id of a model is this. */
const newOne = '+'

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

interface ModelsTableProps {
  models: readonly OperatorModel[]
  suppliers: readonly KnownSupplier[]
  /** Undefined: the role may only look. */
  onAsk: ((asked: Asked) => void) | undefined
}

const ModelsTable = ({ models, suppliers, onAsk }: ModelsTableProps) => (
  <Table
    caption="Модели сейчас"
    rows={models}
    keyOf={({ definition: { id } }) => id}
    empty="Моделей нет"
    columns={[
      {
        title: 'Модель',
        render: ({ definition: { id, name }, source }) => (
          <>
            {onAsk ? (
              <a href={hrefOf('/models', id)} className="underline">
                {name}
              </a>
            ) : (
              <span>{name}</span>
            )}
            <span className="block text-caption font-normal text-ink-faint">
              {[id, sources[source]].filter(Boolean).join(' · ')}
            </span>
          </>
        )
      },
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
      },
      {
        title: 'Маршруты',
        render: ({ definition: { routes } }) => <RouteList routes={routes} names={namesOf(suppliers)} />
      },
      { title: 'Состояние', render: (model) => <State model={model} /> },
      {
        title: 'Действия',
        titleHidden: true,
        render: (model) =>
          onAsk && (
            <span className="flex flex-wrap justify-end gap-2">
              {model.definition.isOnSale && (
                <RowButton
                  label={`Снять с продажи: ${model.definition.name}`}
                  onClick={() => onAsk({ what: 'off', model })}
                >
                  Снять
                </RowButton>
              )}
              {model.source !== 'catalogue' && (
                <RowButton
                  label={`${model.source === 'added' ? 'Убрать' : 'Вернуть к каталогу'}: ${model.definition.name}`}
                  onClick={() => onAsk({ what: 'drop', model })}
                >
                  {model.source === 'added' ? 'Убрать' : 'К каталогу'}
                </RowButton>
              )}
            </span>
          )
      }
    ]}
  />
)

type Asked = { what: 'off' | 'drop'; model: OperatorModel } | { what: 'cancel'; change: OperatorModelChange }

/** All models, or the editor of the one in the address. */
export function Page({ parameter }: { parameter: string | null }) {
  const query = useCall(listModels, {})
  const mayChange = useOperator().may('shop.change')
  if (parameter === null) return <ModelsPage />
  return (
    <Loaded query={query}>
      {({ models, suppliers, kopecks_per_token: kopecksPerToken }) => {
        const known = models.find(({ definition: { id } }) => id === parameter)
        return mayChange && (known || parameter === newOne) ? (
          <Editor {...{ known, models, suppliers, kopecksPerToken }} />
        ) : (
          <Frame title="Такой модели нет">
            <a href={hrefOf('/models')} className="text-small font-medium underline">
              Ко всем моделям
            </a>
          </Frame>
        )
      }}
    </Loaded>
  )
}

function ModelsPage() {
  const mayChange = useOperator().may('shop.change')
  const query = useCall(listModels, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <Frame
      title="Модели"
      intro="Что продаётся в чатах. Модели каталога можно менять и снимать, рядом с ними — добавлять свои; на продаже они через две минуты после сохранения."
      actions={
        mayChange && (
          <a href={hrefOf('/models', newOne)} className={buttonClass({})}>
            <Plus size={18} aria-hidden />
            <span>Новая модель</span>
          </a>
        )
      }
    >
      <Loaded query={query}>
        {({ models, coming, suppliers }) => (
          <>
            <Section title="Скоро">
              <ComingTable
                changes={coming}
                onCancel={mayChange ? (change) => setAsked({ what: 'cancel', change }) : undefined}
              />
            </Section>
            <Section title="Сейчас">
              <ModelsTable {...{ models, suppliers }} onAsk={mayChange ? setAsked : undefined} />
            </Section>
            {asked?.what === 'off' && <OffDialog model={asked.model} models={models} onClose={close} />}
          </>
        )}
      </Loaded>
      <Section title="История">
        <HistoryTable />
      </Section>
      {asked?.what === 'drop' && <DropDialog model={asked.model} onClose={close} />}
      {asked?.what === 'cancel' && <CancelDialog change={asked.change} onClose={close} />}
    </Frame>
  )
}
