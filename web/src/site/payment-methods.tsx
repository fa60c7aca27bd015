import { CreditCard, QrCode, Wallet, type LucideIcon } from 'lucide-react'

const methods: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: CreditCard, title: 'Банковская карта', text: 'Мир, Visa и Mastercard российских банков' },
  { icon: QrCode, title: 'СБП', text: 'По QR-коду или в приложении вашего банка' },
  { icon: Wallet, title: 'ЮMoney и SberPay', text: 'Со счёта кошелька или через СберБанк Онлайн' }
]

export const PaymentMethods = () => (
  <>
    <ul className="grid gap-4 sm:grid-cols-3">
      {methods.map(({ icon: Icon, title, text }) => (
        <li key={title} className="rounded-card border border-line bg-raised p-5 shadow-raised">
          <Icon size={22} className="text-ink-faint" aria-hidden />
          <p className="mt-4 font-semibold">{title}</p>
          <p className="mt-1 text-small text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
    <p className="mt-4 max-w-text text-small text-ink-soft">
      Платёж принимает ЮKassa: какие способы доступны вам, покажет её форма. Номер карты мы не видим и не храним. Чек
      приходит на ваш email.
    </p>
  </>
)
