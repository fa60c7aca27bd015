const longestPx = 18

/** The shape that a ratio like `16:9` stands for; nothing for other labels. */
export function RatioGlyph({ label }: { label: string }) {
  const [width, height] = /^(\d+):(\d+)$/.exec(label)?.slice(1).map(Number) ?? []
  if (!width || !height) return null
  const scale = longestPx / Math.max(width, height)
  return (
    <svg width={longestPx + 2} height={longestPx + 2} viewBox="-10 -10 20 20" className="mb-0.5" aria-hidden>
      <rect
        x={(-width * scale) / 2}
        y={(-height * scale) / 2}
        width={width * scale}
        height={height * scale}
        rx="2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  )
}
