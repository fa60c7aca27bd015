// A landscape drawn from a seed: sky, sun, soft spots of light and rows of hills.

/** Colours of the upper sky, the lower sky, the light and the hills. */
const PALETTES = [
  ['#1b2a6b', '#f59f80', '#ffe1a8', '#3b2a63'],
  ['#0e4f6e', '#9fe3d4', '#fff6cf', '#12564f'],
  ['#43115f', '#f06c9b', '#ffd6a5', '#2a1048'],
  ['#123b2f', '#c4e59b', '#fdfbd4', '#1d5a38'],
  ['#26304a', '#8fb8de', '#ffffff', '#33476b'],
  ['#6b1f1a', '#f7b267', '#fff0c9', '#5a2330'],
  ['#0b1a3a', '#5f7be0', '#e4ecff', '#182a5c'],
  ['#5a3d1e', '#ead2a0', '#fffaf0', '#6e5433']
] as const

const HILL_ROWS = 3
const HILL_STEPS = 6

/** SVG shapes that fill the whole picture. */
export function svgOfScenery(seed: number, width: number, height: number): string {
  const draw = randomOf(seed)
  const [top, bottom, light, ground] = PALETTES[seed % PALETTES.length] ?? PALETTES[0]
  const glows = Array.from({ length: 5 }, (_, index) => {
    const radius = Math.max(width, height) * (0.18 + draw() * 0.3)
    return `<circle cx="${draw() * width}" cy="${draw() * height * 0.8}" r="${radius}" fill="url(#glow)" opacity="${0.25 + index * 0.08}"/>`
  })
  const sunRadius = Math.min(width, height) * (0.07 + draw() * 0.08)
  const sunX = width * (0.15 + draw() * 0.7)
  const sunY = height * (0.14 + draw() * 0.22)
  const hills = Array.from({ length: HILL_ROWS }, (_, row) => {
    const base = height * (0.5 + row * 0.14)
    return `<path d="${hillOf(draw, width, height, base)}" fill="${ground}" fill-opacity="${0.4 + row * 0.3}"/>`
  })
  return `<defs>
    <linearGradient id="sky" x1="0" y1="0" x2="${draw() * 0.4}" y2="1">
      <stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>
    </linearGradient>
    <radialGradient id="glow">
      <stop offset="0" stop-color="${light}" stop-opacity="0.7"/><stop offset="1" stop-color="${light}" stop-opacity="0"/>
    </radialGradient>
  </defs>
  <rect width="${width}" height="${height}" fill="url(#sky)"/>${glows.join('')}
  <circle cx="${sunX}" cy="${sunY}" r="${sunRadius * 2.6}" fill="url(#glow)"/>
  <circle cx="${sunX}" cy="${sunY}" r="${sunRadius}" fill="${light}"/>${hills.join('')}`
}

function hillOf(draw: () => number, width: number, height: number, base: number): string {
  const step = width / HILL_STEPS
  const points = Array.from({ length: HILL_STEPS + 1 }, (_, index) => [
    index * step,
    base + (draw() - 0.5) * height * 0.2
  ])
  const curves = points.slice(1).map(([x = 0, y = 0], index) => {
    const [beforeX = 0, beforeY = 0] = points[index] ?? []
    const middle = (beforeX + x) / 2
    return `C${middle} ${beforeY} ${middle} ${y} ${x} ${y}`
  })
  return `M0 ${height}L0 ${points[0]?.[1] ?? base}${curves.join('')}L${width} ${height}Z`
}

/** Mulberry32: numbers from 0 to 1, the same ones for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
