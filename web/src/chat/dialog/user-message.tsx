import { memo } from 'react'

export const UserMessage = memo(({ text }: { text: string }) => (
  <article aria-label="Ваш запрос" className="flex justify-end pl-8 sm:pl-16">
    <p className="max-w-full rounded-card bg-hover px-4 py-2.5 wrap-anywhere whitespace-pre-wrap">{text}</p>
  </article>
))
