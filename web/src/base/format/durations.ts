const space = '\u00a0'
const two = (value: number) => String(value).padStart(2, '0')

/** `45 с`, `1 мин 05 с`, `2 ч 03 мин`; the spaces do not break. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (hours > 0) return `${hours}${space}ч${space}${two(minutes)}${space}мин`
  return minutes > 0 ? `${minutes}${space}мин${space}${two(rest)}${space}с` : `${rest}${space}с`
}

/** Rounded, for estimates: `8 с`, `20 с`, `2 мин`. */
export function formatAbout(seconds: number): string {
  if (seconds < 10) return `${Math.max(1, Math.round(seconds))}${space}с`
  if (seconds < 55) return `${Math.round(seconds / 5) * 5}${space}с`
  return `${Math.max(1, Math.round(seconds / 60))}${space}мин`
}

/** A position in a recording: `0:07`, `12:30`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
