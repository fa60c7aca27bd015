// What the model saw of the files in a conversation. The answer tells it, so that a test knows that they have arrived.
import { decodeBase64, pictureFactsOf } from './picture-facts.ts'
import { isObject } from '../json.ts'
import type { JsonObject } from '../json.ts'

const FIRST_WORDS = 8
/** A file as our product writes it into the text of a message. */
const FILE = /<file name="([^"]*)"([^>]*?)(?: \/>|>\n([\s\S]*?)\n<\/file>)\s*/g

const pictureBytes = (part: JsonObject): Buffer | null => {
  if (part['type'] === 'input_image') return decodeBase64(String(part['image_url']).replace(/^data:[^,]*,/, ''))
  const source = part['source']
  return part['type'] === 'image' && isObject(source) ? decodeBase64(source['data']) : null
}

/** The pictures of a message: «PNG 640×480». */
export function picturesIn(content: unknown): string[] {
  const parts = Array.isArray(content) ? content.filter(isObject) : []
  return parts.flatMap((part) => {
    const bytes = pictureBytes(part)
    const facts = bytes && pictureFactsOf(bytes)
    return facts ? [`${facts.type.replace('image/', '').toUpperCase()} ${facts.width}×${facts.height}`] : []
  })
}

/** The message without its files, and what the files begin with. */
export function withoutFiles(text: string): { text: string; files: string[] } {
  const files: string[] = []
  const rest = text.replace(FILE, (_, name: string, attributes: string, content?: string) => {
    if (attributes.includes('omitted')) files.push(`файл «${name}» без содержимого`)
    else if (content !== undefined) {
      const words = content.trim().split(/\s+/)
      const isCut = attributes.includes('cut') ? ', не целиком' : ''
      files.push(
        `файл «${name}» (символов: ${content.length}${isCut}), в начале: ${words.slice(0, FIRST_WORDS).join(' ')}`
      )
    }
    return ''
  })
  return { text: rest, files }
}
