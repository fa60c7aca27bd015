/** Scrolls to a part of the page unless its beginning is in sight: on small screens form and results are apart. */
export function reveal(part: HTMLElement | null): void {
  if (!part) return
  const { top } = part.getBoundingClientRect()
  if (top >= 0 && top < window.innerHeight / 2) return
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  part.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
}
