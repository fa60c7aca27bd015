import { builtPages, type UnbuiltRoute } from '../routes.ts'

/** What every page that is not built yet will be. The compiler asks for a text per missing page, and for no more. */
export const soonTexts: Record<UnbuiltRoute, string> = {
  '/token-purchase':
    'Здесь можно будет пополнить счёт картой или через СБП: один токен — один рубль, с бонусом за большие пакеты.',
  '/payment-success': 'Здесь будет результат оплаты: сколько токенов зачислено и за какую сумму.'
}

const isUnbuilt = (path: string): path is UnbuiltRoute => !(path in builtPages) && path in soonTexts

/** The route at an address. */
export const unbuiltRouteOf = (pathname: string): UnbuiltRoute | undefined =>
  isUnbuilt(pathname) ? pathname : undefined
