import { type RenderedMail, renderMail } from '../../mails/layout.ts'

/** Sent to the owner of a session that was ended because a client presented a refresh token that had been replaced. */
export const sessionEndedMail = ({ product, siteOrigin }: { product: string; siteOrigin: string }): RenderedMail =>
  renderMail(product, {
    subject: 'Мы завершили один из ваших сеансов',
    paragraphs: [
      'Один из ваших сеансов завершён: кто-то предъявил его старый ключ. Так бывает, если браузер восстановили из резервной копии, но так же выглядит и украденный ключ.'
    ],
    action: { label: 'Войти', url: `${siteOrigin}/auth` },
    notes: [
      'Если вход на этом устройстве выполняли не вы, смените пароль в профиле: на остальных устройствах тоже нужно будет войти заново.'
    ]
  })
