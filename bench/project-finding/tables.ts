// Tables as a reader gives them: rows of cells with tabs between them.

/** The same numbers in each run. */
function numbers(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * max)
  }
}

const surnames =
  'Абрамов Беляева Васильев Герасимова Денисов Егорова Жданов Захарова Игнатьев Калинина Лаптев Макарова Никитин Осипова Павлов Романова Савельев Тарасова Уваров Филиппова Харитонов Цветкова Чернов Шилова Щукин Юдина Яковлев Антипова Борисов Власова'.split(
    ' '
  )

const goods =
  'Гвозди Шурупы Болты Гайки Шайбы Анкеры Дюбели Саморезы Заклёпки Скобы Петли Замки Ручки Уголки Цепи Тросы Карабины Крюки Кронштейны Хомуты'.split(
    ' '
  )
const materials = 'оцинкованные латунные нержавеющие чёрные медные'.split(' ')

const row = (...cells: (string | number)[]) => cells.join('\t')

function prices(name: string, seed: number, extra: readonly string[]) {
  const next = numbers(seed)
  const rows = goods.flatMap((good) =>
    materials.flatMap((material) =>
      [4, 6, 8, 12].map((size) =>
        row(`${good} ${material} М${size}`, `А-${1000 + next(9000)}`, 'кг', 100 + next(900), 10 + next(500))
      )
    )
  )
  return { name, text: [row('Товар', 'Артикул', 'Единица', 'Цена, руб.', 'Остаток'), ...rows, ...extra].join('\n') }
}

function salaries(name: string, seed: number, extra: readonly string[]) {
  const next = numbers(seed)
  const posts = ['инженер', 'кладовщик', 'бухгалтер', 'водитель', 'менеджер']
  const months = 'апрель май июнь июль август сентябрь октябрь ноябрь декабрь январь февраль март'.split(' ')
  const rows = months.flatMap((month) =>
    surnames.map((surname) =>
      row(surname, posts[next(posts.length)]!, month, 40_000 + 500 * next(80), 1000 * next(20), next(3))
    )
  )
  return {
    name,
    text: [row('Сотрудник', 'Должность', 'Месяц', 'Оклад', 'Премия', 'Дней отпуска'), ...rows, ...extra].join('\n')
  }
}

function timetable(name: string, seed: number, extra: readonly string[]) {
  const next = numbers(seed)
  const days = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница']
  const subjects = 'алгебра геометрия физика химия биология история литература география информатика черчение'.split(
    ' '
  )
  const rows = ['5А', '5Б', '6А', '6Б', '7А', '7В', '8А', '8Б', '9А', '9Б', '10А', '10Б'].flatMap((group) =>
    days.flatMap((day) =>
      [1, 2, 3, 4, 5, 6].map((hour) =>
        row(group, day, hour, subjects[next(subjects.length)]!, surnames[next(surnames.length)]!, 100 + next(60))
      )
    )
  )
  return { name, text: [row('Класс', 'День', 'Урок', 'Предмет', 'Учитель', 'Кабинет'), ...rows, ...extra].join('\n') }
}

export const tables = [
  prices('Прайс метизы весна.xlsx', 11, [
    row('Лебёдка ручная барабанная', 'Л-4407', 'шт.', '12 340', 6),
    row('Тиски слесарные поворотные', 'Т-3115', 'шт.', '5 890', 14)
  ]),
  prices('Прайс метизы осень.xlsx', 23, [
    row('Лебёдка ручная барабанная', 'Л-4407', 'шт.', '13 975', 2),
    row('Домкрат бутылочный', 'Д-0912', 'шт.', '4 410', 9)
  ]),
  salaries('Ведомость зарплат Тверь.xlsx', 37, [
    row('Полуэктов', 'сварщик', 'март', '91 300', '7 700', 14),
    row('Шереметьева', 'юрисконсульт', 'март', '88 250', '12 400', 0)
  ]),
  salaries('Ведомость зарплат Рязань.xlsx', 51, [
    row('Полуэктов', 'крановщик', 'март', '84 600', '3 100', 7),
    row('Мнацаканян', 'технолог', 'март', '79 990', '9 050', 3)
  ]),
  timetable('Расписание гимназии.xlsx', 67, [
    row('11А', 'суббота', 1, 'астрономия', 'Верещагин', 'обсерватория'),
    row('11А', 'суббота', 2, 'шахматы', 'Крамник', 'актовый зал')
  ]),
  timetable('Расписание лицея.xlsx', 83, [
    row('11Б', 'суббота', 1, 'робототехника', 'Сикорская', 'мастерская'),
    row('11Б', 'суббота', 3, 'фехтование', 'Д’Артаньянов', 'спортзал')
  ])
]
