// Pictures of a call: sent with it, because a link would let a caller make this Worker ask any address.
import type { ChatPicture } from '#providers/chat/provider.ts'
import { badRequest } from '../base/errors.ts'

/** How the base64 of each kind of picture begins: what is named a picture and is none is refused before it costs anything. */
const kinds = [
  ['image/png', /^iVBORw0KGgo/],
  ['image/jpeg', /^\/9j\//],
  ['image/webp', /^UklGR.{7}RUJQ/],
  ['image/gif', /^R0lGOD/]
] as const

/**
 * Of the kind that its bytes are: programs name all that they send JPEG, and some suppliers refuse a wrong name.
 * @param how what the form calls it @throws ApiError: not base64 of such a picture
 */
export function pictureIn(named: string, base64: string, param: string, how: string): ChatPicture {
  const kind = kinds.find(([, beginning]) => beginning.test(base64))
  if (kind && named.startsWith('image/') && /^[\w+/]+={0,2}$/.test(base64)) return { type: kind[0], base64 }
  throw badRequest(`Картинка должна быть PNG, JPEG, WebP или GIF в виде ${how}`, param, 'invalid_image')
}

const how = 'data:image/png;base64,…'

/** @throws ApiError: not a `data:` address of a picture */
export function pictureAt(url: string, param: string): ChatPicture {
  if (/^https?:/.test(url)) throw linkedPicture(how, param)
  const [, named = '', base64 = ''] = /^data:([\w/]{1,20});base64,(.*)$/s.exec(url) ?? []
  return pictureIn(named, base64, param, how)
}

export const linkedPicture = (instead: string, param: string) =>
  badRequest(`Картинки по ссылке не читаются. Передайте её в запросе: ${instead}`, param, 'invalid_image')

/** In a part that holds any file, as LlamaIndex sends pictures. @throws ApiError for another */
export function pictureInFile(data: string, param: string): ChatPicture {
  if (!data.startsWith('data:image/')) throw unreadDocument(param)
  return pictureAt(data, param)
}

export const unreadDocument = (param: string) =>
  badRequest(
    'Документы PDF здесь не читаются. Передайте текст документа или картинки его страниц',
    param,
    'unsupported_parameter'
  )
