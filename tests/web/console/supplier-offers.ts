// Lines of a supplier's list, for tests of the console.
import type { ListedModel, SupplierList, SupplierOffer } from '#contract/operator/shop/supplier-list.ts'

export const id = 's-0123456789ab'
export const listPrice = { inputMicros: 280_000, outputMicros: 420_000, cachedInputMicros: 28_000 }

const listed = (more: Partial<ListedModel> = {}): ListedModel => ({
  model: 'deepseek/deepseek-v4',
  name: 'DeepSeek: DeepSeek V4',
  description: 'A strong open model',
  price: listPrice,
  contextTokens: 131_072,
  outputTokensMax: 65_536,
  seesPictures: false,
  thinks: true,
  takesTools: true,
  writesJson: null,
  retiresOn: null,
  ...more
})
export const offerOf = (more: Partial<ListedModel> = {}, rest: Partial<SupplierOffer> = {}): SupplierOffer => ({
  listed: listed(more),
  state: 'known',
  change: null,
  used: [],
  ...rest
})

const was = { inputMicros: 140_000, outputMicros: 210_000 }
export const dearer = offerOf(
  {},
  {
    change: { was, at: Date.UTC(2026, 10, 27, 12), percent: 100, isJump: true },
    used: [{ id: 'own', name: 'Наша', isComing: false, change: { percent: 40, isJump: true } }]
  }
)
export const fresh = offerOf(
  { model: 'qwen/qwen3-max', name: null, price: null, retiresOn: '2026-12-24' },
  { state: 'new' }
)
export const lost = offerOf(
  { model: 'old/model', name: null, price: null },
  { state: 'gone', used: [{ id: 'own', name: 'Наша', isComing: false, change: null }] }
)

export const list = (
  offers: SupplierOffer[] = [dearer, fresh, lost],
  more: Partial<SupplierList> = {}
): SupplierList => ({
  supplier: { id, name: 'Посредник' },
  read_at: Date.UTC(2026, 10, 28, 11),
  is_first: false,
  is_cut: false,
  offers,
  ...more
})

export const listPath = `/operator/suppliers/${id}/models`
