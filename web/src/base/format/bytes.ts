const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** `850 КБ`, `2,4 МБ`; the space does not break. */
export function formatBytes(sizeBytes: number): string {
  const kilobytes = sizeBytes / 1024
  if (kilobytes < 1000) return `${number.format(Math.max(1, Math.round(kilobytes)))}\u00a0КБ`
  return `${number.format(kilobytes / 1024)}\u00a0МБ`
}
