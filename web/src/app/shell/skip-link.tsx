export const contentId = 'content'

export const SkipLink = () => (
  <a
    href={`#${contentId}`}
    className="fixed top-2 left-2 z-50 -translate-y-[200%] rounded-control bg-ink px-4 py-3 text-small font-medium text-on-ink focus:translate-y-0"
  >
    Перейти к содержанию
  </a>
)
