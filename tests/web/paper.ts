// A canvas for jsdom, which has none: whole pixels without antialiasing, and files that hold their pixels as text.
import { vi } from 'vitest'

/** Opacity and brightness of each pixel. */
interface Pixel {
  alpha: number
  light: number
}

interface Sheet {
  width: number
  height: number
  pixels: Pixel[]
}

const sheets = new WeakMap<HTMLCanvasElement, Paper>()

const compose: Record<string, (under: Pixel, over: Pixel) => Pixel> = {
  'source-over': (under, over) => (over.alpha ? over : under),
  'destination-over': (under, over) => (under.alpha ? under : over),
  'destination-out': (under, over) => (over.alpha ? { alpha: 0, light: 0 } : under),
  'source-out': (under, over) => (over.alpha && !under.alpha ? over : { alpha: 0, light: 0 }),
  'source-in': (under, over) => (under.alpha && over.alpha ? over : { alpha: 0, light: 0 }),
  xor: (under, over) => (under.alpha && over.alpha ? { alpha: 0, light: 0 } : under.alpha ? under : over)
}

class Paper {
  globalCompositeOperation = 'source-over'
  fillStyle = 'black'
  strokeStyle = 'black'
  lineWidth = 1
  lineCap = 'butt'
  lineJoin = 'miter'
  readonly #canvas: HTMLCanvasElement
  #pixels: Pixel[] = []
  #scale = { x: 1, y: 1 }
  #points: { x: number; y: number }[] = []
  #disc: { x: number; y: number; radius: number } | null = null

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  sheet(): Sheet {
    const { width, height } = this.#canvas
    const count = width * height
    if (this.#pixels.length !== count) this.#pixels = Array.from({ length: count }, () => ({ alpha: 0, light: 0 }))
    return { width, height, pixels: this.#pixels }
  }

  setTransform(x: number, _b: number, _c: number, y: number) {
    this.#scale = { x, y }
  }

  beginPath() {
    this.#points = []
    this.#disc = null
  }

  arc(x: number, y: number, radius: number) {
    this.#disc = { x, y, radius }
  }

  moveTo(x: number, y: number) {
    this.#points.push({ x, y })
  }

  lineTo(x: number, y: number) {
    this.#points.push({ x, y })
  }

  fill() {
    const disc = this.#disc
    const corners = this.#points
    if (disc) this.#paint(this.fillStyle, (x, y) => Math.hypot(x - disc.x, y - disc.y) <= disc.radius)
    else this.#paint(this.fillStyle, (x, y) => isInside(corners, { x, y }))
  }

  stroke() {
    for (const [index, to] of this.#points.entries()) {
      const from = this.#points[index - 1]
      if (from) this.#paint(this.strokeStyle, (x, y) => distance({ x, y }, from, to) <= this.lineWidth / 2)
    }
  }

  fillRect() {
    this.#paint(this.fillStyle, () => true)
  }

  clearRect() {
    for (const pixel of this.sheet().pixels) pixel.alpha = 0
  }

  /** For the whole canvas only. */
  drawImage(source: HTMLCanvasElement | Sheet) {
    const to = this.sheet()
    const from = source instanceof HTMLCanvasElement ? paperOf(source).sheet() : source
    for (const [index, under] of to.pixels.entries()) {
      const x = Math.floor(((index % to.width) * from.width) / to.width)
      const y = Math.floor((Math.floor(index / to.width) * from.height) / to.height)
      const over = from.pixels[y * from.width + x] ?? under
      Object.assign(under, compose[this.globalCompositeOperation]?.(under, over))
    }
  }

  getImageData() {
    return { data: this.sheet().pixels.flatMap(({ alpha, light }) => [light, light, light, alpha]) }
  }

  putImageData({ data }: { data: number[] }) {
    for (const [index, pixel] of this.sheet().pixels.entries())
      Object.assign(pixel, { light: data[index * 4], alpha: data[index * 4 + 3] })
  }

  /** `isIn` takes coordinates before the transform. */
  #paint(style: string, isIn: (x: number, y: number) => boolean) {
    const { width, pixels } = this.sheet()
    const over = { alpha: 255, light: style === 'white' ? 255 : 0 }
    for (const [index, under] of pixels.entries()) {
      const x = ((index % width) + 0.5) / this.#scale.x
      const y = (Math.floor(index / width) + 0.5) / this.#scale.y
      if (isIn(x, y)) Object.assign(under, compose[this.globalCompositeOperation]?.(under, over))
    }
  }
}

type Point = { x: number; y: number }

function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy)
}

/** Whether a ray from the point crosses the outline an odd number of times. */
function isInside(corners: readonly Point[], { x, y }: Point): boolean {
  const crossed = corners.filter((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from
    return from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
  })
  return crossed.length % 2 === 1
}

const paperOf = (canvas: HTMLCanvasElement): Paper => {
  const paper = sheets.get(canvas) ?? new Paper(canvas)
  sheets.set(canvas, paper)
  return paper
}

/** Files of canvases are text: rows of `#` where it is white, `.` where it is black, blank where it is transparent. */
function rowsOf({ width, pixels }: Sheet): string {
  const marks = pixels.map(({ alpha, light }) => (alpha === 0 ? ' ' : light > 0 ? '#' : '.'))
  return Array.from({ length: pixels.length / width }, (_, row) =>
    marks.slice(row * width, (row + 1) * width).join('')
  ).join('\n')
}

/** The rows in the data URL of a canvas. */
export const rowsIn = (dataUrl: string | undefined): string[] => atob(dataUrl?.split(',')[1] ?? '').split('\n')

/** The picture in a file of a canvas. */
export function pictureIn(rows: string) {
  const lines = rows.split('\n')
  const pixels = lines.flatMap((line) =>
    Array.from(line, (mark) => ({ alpha: mark === ' ' ? 0 : 255, light: mark === '#' ? 255 : 0 }))
  )
  return { width: lines[0]?.length ?? 0, height: lines.length, pixels, close: () => undefined }
}

/** Gives every canvas this context; `vi.restoreAllMocks` undoes it. */
export function layPaper(): void {
  const { prototype } = HTMLCanvasElement
  vi.spyOn(prototype, 'getContext').mockImplementation(function getContext(this: HTMLCanvasElement) {
    return paperOf(this) as never
  })
  vi.spyOn(prototype, 'toBlob').mockImplementation(function toBlob(this: HTMLCanvasElement, take, type = 'image/png') {
    take(new Blob([rowsOf(paperOf(this).sheet())], { type }))
  })
}
