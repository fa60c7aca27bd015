// Keys of suppliers: none is needed by itself, but a site without one for chats sells nothing. What has no key is not on sale.
import { textProviders } from '#contract/catalogue/chat.ts'
import { mediaProviders } from '#contract/catalogue/entry.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { chatSupplyOf, connectedModels } from '#domain/models/connected.ts'
import { unconnectedNames } from '#domain/supplies/unconnected.ts'
import { environmentSupplier } from '#domain/upstreams/environment-supply.ts'
import { soldModels } from '#domain/models/sold-models.ts'
import type { Environment } from '#domain/environment.ts'
import { suppliedModels } from '#domain/upstreams/environment-supply.ts'

const keyOf = (maker: string): string => `${maker.toUpperCase()}_API_KEY`

/** Of the makers of chat models; one of them, or an address of `CHAT_SUPPLIER_URL`, is needed. */
export const chatKeys: readonly string[] = textProviders.map(keyOf)

/** Those of all makers, the chats' first. */
export const supplierKeys: readonly string[] = [...new Set([...textProviders, ...mediaProviders].map(keyOf))]

interface Supplied {
  vars: Record<string, string>
  /** Names of the secrets that are set. */
  secrets: ReadonlySet<string>
}

export const hasChats = ({ vars, secrets }: Supplied): boolean =>
  vars['CHAT_SUPPLIER_URL'] !== undefined || chatKeys.some((name) => secrets.has(name))

/** The pages that a site with these settings does not sell, and `dictation`. Suppliers of the console are not known here. */
export function unconnectedWith({ vars, secrets }: Supplied): string[] {
  const keys = Object.fromEntries(supplierKeys.map((name) => [name, secrets.has(name) ? name : '']))
  const parsed = suppliedModels.safeParse(vars['CHAT_SUPPLIER_MODELS'] ?? '{}')
  const environment = { ...keys, CHAT_SUPPLIER_MODELS: parsed.data ?? {} } as unknown as Environment
  const supply = chatSupplyOf(environment)
  const isThere = (supplier: string): boolean =>
    supplier === environmentSupplier ? vars['CHAT_SUPPLIER_URL'] !== undefined : secrets.has(keyOf(supplier))
  const models = connectedModels(soldModels([], {}, 0, supply), (supplier) =>
    isThere(supplier) ? 'openai-chat' : null
  )
  return unconnectedNames(models, environment)
}

const titleOf = (page: string): string[] => {
  if (page === 'dictation') return ['диктовка']
  return Object.hasOwn(tools, page) ? [tools[page as keyof typeof tools].title] : []
}

/** What is not sold, in words; null: everything is. */
export function notOnSale(supplied: Supplied): string | null {
  const pages = unconnectedWith(supplied).flatMap(titleOf)
  return pages.length === 0 ? null : `not on sale: ${pages.join(', ')}`
}

/** What this key alone puts on sale, in words. */
export function soldBy(name: string, { vars }: Pick<Supplied, 'vars'>): string {
  const [without, alone] = [new Set<string>(), new Set([name])].map((secrets) => unconnectedWith({ vars, secrets }))
  const sold = without?.filter((page) => !alone?.includes(page)).flatMap(titleOf) ?? []
  return sold.join(', ')
}
