// Results that a provider delivers although they are useless. Nothing in its answer says so; only their bytes show it.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { FaultRow } from '../faults.ts'

const REPEATED = '«Результат испорчен?» под работой делает её ещё раз бесплатно.'

export const MEDIA_FLAWS = [
  {
    name: 'blank',
    word: '[брак:пусто]',
    does: 'Картинка нужного размера одного цвета.',
    expected: REPEATED
  },
  {
    name: 'wrong-size',
    word: '[брак:размер]',
    does: 'Картинка вдвое меньше заказанной.',
    expected: REPEATED
  },
  {
    name: 'silent',
    word: '[брак:тишина]',
    does: 'Запись нужной длины без звука.',
    expected: REPEATED
  },
  {
    name: 'huge',
    word: '[брак:огромный]',
    does: 'Картинка в сто с лишним мегабайт.',
    expected: 'Сказать, что файл слишком большой. Токены возвращены.'
  }
] as const satisfies readonly FaultRow[]

export type MediaFlaw = (typeof MEDIA_FLAWS)[number]['name']

/** The flaw that a prompt asks for; null when it asks for none. */
export const flawIn = (text: string): MediaFlaw | null =>
  MEDIA_FLAWS.find(({ word }) => text.toLowerCase().includes(word))?.name ?? null

export const blankPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f4f4f4' } })

const HUGE = 6000

/** Noise cannot be compressed: as PNG it has three bytes for each pixel. */
export const hugePicture = () =>
  sharp(randomBytes(HUGE * HUGE * 3), { raw: { width: HUGE, height: HUGE, channels: 3 } })

/** MPEG 1, layer III, 64 kbit/s, 44.1 kHz, mono: nothing but zeros behind the header. */
export const silentFrame = (): Uint8Array =>
  new Uint8Array(208).fill(0xff, 0, 1).fill(0xfb, 1, 2).fill(0x50, 2, 3).fill(0xc4, 3, 4)
