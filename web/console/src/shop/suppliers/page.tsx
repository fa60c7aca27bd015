import { useState } from 'react'
import { Plus } from 'lucide-react'
import { isChatDialect } from '#contract/supplier-dialects.ts'
import { listSuppliers, type OperatorSupplier, switchSupplier } from '#contract/operator/shop/suppliers.ts'
import { formatDate, formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button, buttonClass } from '../../../../src/base/ui/button.tsx'
import { hrefOf } from '../../base/address.ts'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { type Column, RowButton, Table } from '../../ui/table.tsx'
import { ListPage } from './list-page.tsx'
import { AddDialog, EditDialog } from './supplier-dialogs.tsx'
import { TestDialog } from './test-dialog.tsx'
import { dialectNames } from './words.ts'

const keyTexts = {
  ok: null,
  none: 'Ключа нет',
  closed: 'Ключ не открывается: введите его заново'
} as const

function keyText({ is_maker: isMaker, key, key_set_at: at }: OperatorSupplier): string {
  if (isMaker) return 'Ключ из настроек развёртывания'
  return keyTexts[key] ?? (at === null ? 'Ключ задан' : `Ключ задан ${formatDate(at)}`)
}

const State = ({ supplier: { is_on: isOn, key } }: { supplier: OperatorSupplier }) =>
  isOn ? (
    key === 'ok' ? (
      <Badge tone="success">включён</Badge>
    ) : (
      <Badge tone="danger">без ключа</Badge>
    )
  ) : (
    <Badge>выключен</Badge>
  )

const columns: readonly Column<OperatorSupplier>[] = [
  {
    title: 'Поставщик',
    render: ({ name, base_url: baseUrl }) => (
      <>
        <span>{name}</span>
        <span className="block min-w-48 text-caption font-normal break-all text-ink-faint">{baseUrl}</span>
      </>
    )
  },
  { title: 'Состояние', render: (supplier) => <State supplier={supplier} /> },
  {
    title: 'Формат и ключ',
    render: (supplier) => (
      <>
        <span className="block min-w-44">{dialectNames[supplier.dialect]}</span>
        <span className="block text-caption text-ink-soft">{keyText(supplier)}</span>
        {supplier.per_minute_max !== null && (
          <span className="block text-caption text-ink-soft">
            {`До ${formatCount(supplier.per_minute_max)} запросов в минуту`}
          </span>
        )}
      </>
    )
  },
  {
    title: 'Отвечает за',
    render: ({ models, works }) => (
      <span className="block min-w-40">{[...models, ...works].join(', ') || 'ни за что'}</span>
    )
  },
  {
    title: 'Изменён',
    render: ({ changed_at: at, changed_by: by }) =>
      at === null ? (
        '—'
      ) : (
        <>
          <span className="block min-w-28">{formatDateTime(at)}</span>
          <span className="block text-caption text-ink-soft">{by}</span>
        </>
      )
  }
]

type Asked = { what: 'add' } | { what: 'edit' | 'switch' | 'test'; supplier: OperatorSupplier }

/** The suppliers, or the models of the one in the address by its own list. */
export const Page = ({ parameter = null }: { parameter?: string | null }) =>
  parameter === null ? <SuppliersPage /> : <ListPage key={parameter} id={parameter} />

/** Who answers in chats and makes works: the makers of the settings, and the accounts that operators have added. */
function SuppliersPage() {
  const mayChange = useOperator().may('shop.change')
  const query = useCall(listSuppliers, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <Frame
      title="Поставщики"
      intro="Кто отвечает в чатах и делает картинки, речь и видео: разработчики из настроек развёртывания и аккаунты, которые завели операторы. Ключ хранится зашифрованным, обратно его не увидеть, и на другой сервер он не уходит."
      actions={
        mayChange && (
          <Button icon={<Plus size={18} aria-hidden />} onClick={() => setAsked({ what: 'add' })}>
            Новый поставщик
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ suppliers }) => (
          <Table
            caption="Поставщики"
            rows={suppliers}
            keyOf={({ id }) => id}
            empty="Поставщиков нет"
            columns={[
              ...columns,
              {
                title: 'Действия',
                titleHidden: true,
                render: (supplier) => (
                  <span className="flex flex-wrap justify-end gap-2">
                    {isChatDialect(supplier.dialect) && (
                      <a
                        href={hrefOf('/suppliers', supplier.id)}
                        aria-label={`Модели: ${supplier.name}`}
                        className={buttonClass({ variant: 'secondary', size: 'small' })}
                      >
                        Модели
                      </a>
                    )}
                    {mayChange && <Actions supplier={supplier} onAsk={setAsked} />}
                  </span>
                )
              }
            ]}
          />
        )}
      </Loaded>
      {asked?.what === 'add' && <AddDialog onClose={close} />}
      {asked?.what === 'edit' && <EditDialog supplier={asked.supplier} onClose={close} />}
      {asked?.what === 'switch' && <SwitchDialog supplier={asked.supplier} onClose={close} />}
      {asked?.what === 'test' && <TestDialog supplier={asked.supplier} onClose={close} />}
    </Frame>
  )
}

const Actions = ({ supplier, onAsk }: { supplier: OperatorSupplier; onAsk: (asked: Asked) => void }) => (
  <>
    {isChatDialect(supplier.dialect) && (
      <RowButton label={`Проверить: ${supplier.name}`} onClick={() => onAsk({ what: 'test', supplier })}>
        Проверить
      </RowButton>
    )}
    {!supplier.is_maker && (
      <RowButton label={`Изменить: ${supplier.name}`} onClick={() => onAsk({ what: 'edit', supplier })}>
        Изменить
      </RowButton>
    )}
    <RowButton
      label={`${supplier.is_on ? 'Выключить' : 'Включить'}: ${supplier.name}`}
      onClick={() => onAsk({ what: 'switch', supplier })}
    >
      {supplier.is_on ? 'Выключить' : 'Включить'}
    </RowButton>
  </>
)

/** What users lose when it is switched off. */
function lossText({ models, works, ...supplier }: OperatorSupplier): string {
  const alone = [...supplier.models_alone, ...supplier.works_alone]
  if (models.length + works.length === 0) return 'Ни одна модель и ни один инструмент его не называют.'
  return alone.length === 0
    ? 'У всего, за что он отвечает, есть другой поставщик: запросы пойдут к нему.'
    : `Больше никто не возьмётся за: ${alone.join(', ')}. Люди увидят, что это недоступно.`
}

interface SupplierDialogProps {
  supplier: OperatorSupplier
  onClose: () => void
}

const SwitchDialog = ({ supplier, onClose }: SupplierDialogProps) => (
  <ChangeDialog
    open
    onClose={onClose}
    endpoint={switchSupplier}
    title={`${supplier.is_on ? 'Выключить' : 'Включить'}: ${supplier.name}`}
    description={
      supplier.is_on
        ? `Через минуту к нему не уйдёт ни одного нового запроса, пока его не включит человек. ${lossText(supplier)}`
        : 'Через минуту запросы снова пойдут к нему в том порядке, который задан у моделей и инструментов.'
    }
    confirm={supplier.is_on ? 'Выключить' : 'Включить'}
    danger={supplier.is_on}
    done={supplier.is_on ? 'Поставщик выключен' : 'Поставщик включён'}
    input={(change) => ({ id: supplier.id, is_on: !supplier.is_on, ...change })}
  />
)
