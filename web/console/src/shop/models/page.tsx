import { useState } from 'react'
import { Plus } from 'lucide-react'
import { cancelModelChange, listModels } from '#contract/operator/shop/models.ts'
import { openSupplierList } from '#contract/operator/shop/supplier-list.ts'
import { buttonClass } from '../../../../src/base/ui/button.tsx'
import { hrefOf, useAddress } from '../../base/address.ts'
import { useCall, useRefreshAtStart } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { CancelDialog } from '../../ui/cancel-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { ComingTable, HistoryTable } from './changes-table.tsx'
import { newOne } from '../new-one.ts'
import { Editor } from './editor.tsx'
import { knownModel } from './known-model.ts'
import type { Offered } from './offer.ts'
import { type Asked, ModelsTable } from './models-table.tsx'
import { DropDialog, OffDialog } from './off-dialogs.tsx'

/** All models, or the editor of the one in the address, with what of a supplier's list the address names. */
export function Page({ parameter }: { parameter: string | null }) {
  const { query } = useAddress()
  if (parameter === null) return <ModelsPage />
  const [supplier, model] = [query.get('supplier'), query.get('model')]
  const asked = JSON.stringify([parameter, supplier, model])
  return supplier !== null && model !== null ? (
    <OfferedEditor key={asked} {...{ parameter, supplier, model }} />
  ) : (
    <EditorPage key={asked} {...{ parameter }} offered={undefined} />
  )
}

function OfferedEditor({ parameter, supplier, model }: { parameter: string; supplier: string; model: string }) {
  return (
    <Loaded query={useCall(openSupplierList, { id: supplier })}>
      {({ offers }) => {
        const offer = offers.find(({ listed }) => listed.model === model)
        return <EditorPage parameter={parameter} offered={offer && { supplier, offer }} />
      }}
    </Loaded>
  )
}

function EditorPage({ parameter, offered }: { parameter: string; offered: Offered | undefined }) {
  const query = useCall(listModels, {})
  const mayChange = useOperator().may('shop.change')
  return (
    <Loaded query={query}>
      {({ models, coming, gone, suppliers, kopecks_per_token: kopecksPerToken }) => {
        const id = parameter === newOne ? null : parameter
        const known = knownModel({ models, coming, gone }, parameter)
        return mayChange && (id === null || known.now || known.coming.length > 0) ? (
          <Editor {...{ id, models, coming, gone, suppliers, kopecksPerToken, offered }} />
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
  useRefreshAtStart(query.data?.coming.map(({ starts_at: at }) => at) ?? [])
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
        {(shop) => (
          <>
            <Section title="Скоро">
              <ComingTable
                changes={shop.coming}
                onCancel={mayChange ? (change) => setAsked({ what: 'cancel', change }) : undefined}
              />
            </Section>
            <Section title="Сейчас">
              <ModelsTable models={shop.models} suppliers={shop.suppliers} onAsk={mayChange ? setAsked : undefined} />
            </Section>
            {asked?.what === 'off' && <OffDialog id={asked.id} shop={shop} onClose={close} />}
            {asked?.what === 'drop' && <DropDialog id={asked.id} shop={shop} onClose={close} />}
            {asked?.what === 'cancel' && (
              <CancelDialog
                endpoint={cancelModelChange}
                name={asked.change.definition?.name ?? asked.change.model}
                change={asked.change}
                coming={shop.coming.filter(({ model }) => model === asked.change.model)}
                onClose={close}
              />
            )}
          </>
        )}
      </Loaded>
      <Section title="История">
        <HistoryTable />
      </Section>
    </Frame>
  )
}
