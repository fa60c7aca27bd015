// The same contracts between other parties with other numbers: a project in which much looks like the right passage.
import { contracts } from './contracts.ts'

const parties =
  /Гранит|Ромашка|Вектор|Берёзка|Электра|Монтаж-Сервис|Колос|Хлебный двор|Кровмастер|Уют-Строй|Баланс плюс|Пряник/g

/** A name that no question has, the same for the same party. */
const otherName = (name: string, copy: number) =>
  `Завод${String.fromCharCode(1072 + copy)}${name.length}${name.slice(0, 2).toLowerCase()}рол`

const otherNumber = (digits: string, copy: number) => String(Number(digits) + 7 * (copy + 1))

/** @param times how often each contract is copied */
export const copiedContracts = (times: number) =>
  Array.from({ length: times }, (_, copy) =>
    contracts.map(({ name, text }) => ({
      name: `${copy + 2}. ${name.replaceAll(parties, (party) => otherName(party, copy))}`,
      text: text
        .replaceAll(parties, (party) => otherName(party, copy))
        .replaceAll(/\d{2,}/g, (digits) => otherNumber(digits, copy))
    }))
  ).flat()
