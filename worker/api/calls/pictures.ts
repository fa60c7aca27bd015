// Pictures of a call: sent with it, because a link would let a caller make this Worker ask any address.
import type { ChatPicture } from '#providers/chat/provider.ts'
import { badRequest } from '../base/errors.ts'

/** How the base64 of each kind of picture begins: what is named a picture and is none is refused before it costs anything. */
const beginnings = { 'image/png': 'iVBORw0KGgo', 'image/jpeg': '/9j/' } as const

/** @param how what the form calls it @throws ApiError: not base64 of a PNG or JPEG */
export function pictureIn(named: string, base64: string, param: string, how: string): ChatPicture {
  const type = named === 'image/png' ? named : 'image/jpeg'
  const isNamed = /^image\/(?:png|jpe?g)$/.test(named)
  if (isNamed && base64.startsWith(beginnings[type]) && /^[\w+/]+={0,2}$/.test(base64)) return { type, base64 }
  throw badRequest(`Картинка должна быть PNG или JPEG в виде ${how}`, param, 'invalid_image')
}

const how = 'data:image/png;base64,…'

/** @throws ApiError: not a `data:` address of a PNG or JPEG */
export function pictureAt(url: string, param: string): ChatPicture {
  if (/^https?:/.test(url)) throw linkedPicture(how, param)
  const [, named = '', base64 = ''] = /^data:([\w/]{1,20});base64,(.*)$/s.exec(url) ?? []
  return pictureIn(named, base64, param, how)
}

export const linkedPicture = (instead: string, param: string) =>
  badRequest(`Картинки по ссылке не читаются. Передайте её в запросе: ${instead}`, param, 'invalid_image')
